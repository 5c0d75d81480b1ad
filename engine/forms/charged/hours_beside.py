"""The hour of one chip of each of several that are named; and whether one is sold for less than another anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.reason import Reason
from engine.forms.money.gap import gap
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of, said_of
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.forms.ways.kept_to import where_written
from engine.library import Library
from engine.options.named import called
from engine.prices.areas import JOINT
from engine.prices.specialists import sellers
from engine.workload.conditions import FAMILIES
from knowledge.facts import COMPARED, Cloud, Instance, Purchase

PRICES = frozenset({
    "chip_hour", "price", "price_strong", "price_short", "money_per_chip", "asks_cost", "way_on_demand", "way_spot",
    "per_chip",
})  # fmt: skip
# Cues of another question, and slots of work.
ELSE = frozenset({
    "cheapest_of", "money_cheapest", "money_top", "money_second", "money_dearest", "better", "keep", "training_words",
    "serving_words", "fit_strong", "money_gap", "carbon_strong", "asks_break_even", "commit_asked", "price_moved",
    "where_sold", "money_per_gb", "money_per_gb_memory", "money_per_flop", "money_per_bandwidth", "asks_freshness",
})  # fmt: skip
OF_WORK = frozenset({
    "parameters", "model", "tokens", "samples", "task", "method", "tokens_per_day", "run_hours", "budget_usd",
    "accelerator_count", "instance_count", "deadline_days",
})  # fmt: skip
SEVERAL, PAIR, MOST = 3, 2, 8
DISPUTED = "price_disputed"  # a cue
FREE: tuple[Purchase, ...] = ("on_demand",)
_HOUR = re.compile(
    r"\b(?:per|an|a|each|pro|par|por)\s?(?:chip-?\s?)?(?:hour|hr?|stunde|heure|hora)\b|/\s?h|hourly|每小时|時間", re.I
)
_ANYWHERE = re.compile(
    r"\b(?:anywhere|somewhere|any (?:cloud|provider|seller|place|region)|some (?:cloud|provider)|ever|irgendwo|"
    r"nirgends|quelque part|nulle part|algún (?:sitio|lugar)|en alguna parte|da qualche parte)\b",
    re.IGNORECASE,
)
_IS_LESS = re.compile(
    r"(?:^|[.?!]\s)(?:is|are|ist|sind)\s.{3,60}\b(?:cheaper than|billiger als|günstiger als)\b", re.IGNORECASE
)
_LESS = re.compile(
    r"\b(?:cheaper|less|lower|below|under|billiger|günstiger|moins cher\w*|más barat\w*|meno)\b", re.IGNORECASE
)


class HourOfEach(Reason, code="hour_of_each"):
    """USD of an hour of one chip of each, bought in `way` where a price of it is held so; `missing`: of none;
    `unheld`: clouds that were named, on which none is."""

    each: tuple[Priced, ...]
    way: Purchase
    missing: tuple[str, ...]
    place: str
    unheld: tuple[Cloud, ...] = ()


class CheaperAnywhere(Reason, code="cheaper_anywhere"):
    """On demand by the chip: sellers of both, `there` those where the first is less; else the least of the first
    against the dearest of the other that lies above it."""

    first: str
    other: str
    there: tuple[tuple[Priced, Priced], ...]
    not_there: tuple[tuple[Priced, Priced], ...]
    least: Priced | None
    above: tuple[Priced, ...]


def hour_of_each(asked: AskedOn) -> FactAnswer | None:
    """None unless three things or more are named, or two on each of several clouds, and nothing but their price is
    asked."""
    reading, said, cues = asked.reading, asked.profile, frozenset(asked.reading.cues)
    words = [*said.instances, *(one for one in said.candidates if one not in FAMILIES)]
    clouds: tuple[Cloud | None, ...] = said.clouds if len(said.clouds) >= PAIR and not said.instances else (None,)
    told = DISPUTED in cues and len(words) == 1 < PAIR <= len(clouds)  # "V100: AWS 3.06, GCP 2.95, still right?"
    if (
        not (PAIR if told else SEVERAL) <= len(words) * len(clouds) <= MOST
        or (len(words) < PAIR and not told)
        or not OF_WORK.isdisjoint(said.stated())
        or not ELSE.isdisjoint(cues)
    ):
        return None
    if not told and (PRICES.isdisjoint(cues) or not (_HOUR.search(reading.text) or "chip_hour" in cues)):
        return None
    if JOINT in (said.region or ""):
        return None  # each in its own place
    wanted = said_of(asked)
    way = wanted.ways[0] if len(wanted.ways) == 1 else "on_demand"
    found: list[RankedPrice] = []
    held: set[str] = set()
    for word, cloud in product(words, clouds):
        types = tuple(one for one in _types(word, asked) if cloud in (None, one.cloud))
        rows = rows_of(asked, types, (way,), said.region) or rows_of(asked, types, (), said.region)
        found += rows[:1]
        held |= {word} if rows else set()
    if len(found) < PAIR:
        return None
    found.sort(key=lambda row: row.usd_per_chip_hour)
    first = HourOfEach(
        each=tuple(map(priced, found)),
        way=way,
        missing=tuple(dict.fromkeys(word for word in words if word not in held)),
        place=said.region or "",
        unheld=tuple(one for one in clouds if one and one not in {row.instance.cloud for row in found}),
        cites=cites_of(found),
    )
    return FactAnswer(headline=first, table=price_table(found, chip=True), of_told=True, whole=True)


def chip_for_less(asked: AskedOn) -> FactAnswer | None:
    """Whether the first of two chips is the cheaper by the hour of a chip, where nothing else is asked of them."""
    said, cues = asked.profile, frozenset(asked.reading.cues)
    pair = len([one for one in (*said.candidates, *said.instances) if one not in FAMILIES]) == PAIR
    by_hour = {"per_chip", "chip_hour"} & cues or _HOUR.search(asked.reading.text) or len(said.instances) == PAIR
    asks = "money_is_cheaper" in cues or _IS_LESS.search(asked.reading.text)
    if not pair or not asks or not by_hour or not OF_WORK.isdisjoint(said.stated()):
        return None
    if not (ELSE - {"better", "keep"}).isdisjoint(cues):
        return None
    return gap(asked, said_of(asked)._replace(ways=said_of(asked).ways or FREE))


def _types(word: str, asked: AskedOn) -> tuple[Instance, ...]:
    """Of the compared clouds, or those that are named; a line ("p5en") is of its own."""
    facts = asked.facts
    if word in facts.instances:
        return (facts.instances[word],)
    chips = {chip.id for chip in called(facts, word)}
    clouds = where_written(asked.reading, facts).clouds or COMPARED
    return tuple(one for one in facts.instances.values() if one.accelerator in chips and one.cloud in clouds)


def cheaper_anywhere(asked: AskedOn) -> FactAnswer | None:
    """None unless it is asked of two chips whether the first is less anywhere."""
    said, text = asked.profile, asked.reading.text
    words = [one for one in said.candidates if one not in FAMILIES]
    if len(words) != PAIR or said.instances or not OF_WORK.isdisjoint(said.stated()):
        return None
    if not (_ANYWHERE.search(text) and _LESS.search(text)):
        return None
    here = bound(asked, said_of(asked))
    chips = {chip.id for word in words for chip in called(asked.facts, word)}
    library = here.library.reaching(sellers(asked.facts, chips))
    first, other = (_of_sellers(word, asked, library.facts.instances.values(), library) for word in words)
    both = [cloud for cloud in first if cloud in other]
    pairs = [(first[cloud], other[cloud]) for cloud in both]
    there = [pair for pair in pairs if pair[0].usd_per_chip_hour < pair[1].usd_per_chip_hour]
    not_there = [pair for pair in pairs if pair not in there]
    least = min(first.values(), key=lambda row: row.usd_per_chip_hour, default=None)
    if least is None or not other:
        return None
    above = [row for row in other.values() if row.usd_per_chip_hour > least.usd_per_chip_hour]
    above.sort(key=lambda row: -row.usd_per_chip_hour)
    shown = [least, *(row for pair in pairs for row in pair), *above]
    told = CheaperAnywhere(
        first=least.chip,
        other=next(iter(other.values())).chip,
        there=tuple((priced(one), priced(two)) for one, two in there),
        not_there=tuple((priced(one), priced(two)) for one, two in not_there),
        least=priced(least),
        above=tuple(map(priced, above[:SEVERAL])),
        cites=cites_of(shown),
    )
    unique = list({(row.instance.id, row.quote.region): row for row in shown}.values())
    return FactAnswer(headline=told, table=price_table(unique[: 2 * MOST], chip=True), of_told=True, whole=True)


def _of_sellers(word: str, asked: AskedOn, types: Iterable[Instance], library: Library) -> dict[Cloud, RankedPrice]:
    """On demand, of each seller the cheapest hour of the chip, its own list alone."""
    chips = {chip.id for chip in called(asked.facts, word)}
    meant = tuple(one for one in types if one.accelerator in chips)
    found: dict[Cloud, RankedPrice] = {}
    for row in rows_of(replace(asked, library=library), meant, FREE, asked.profile.region):
        found.setdefault(row.instance.cloud, row)
    return found
