"""Two machines, or numbers of chips, each bought in its own way: which of them costs less an hour."""

from __future__ import annotations

import math
import re
from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of, said_of
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.forms.ways.own_places import Side, own_sides
from engine.forms.ways.own_ways import MENTIONS
from engine.options.named import CLOUDS, called
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Equipment
from knowledge.facts import Cloud, Instance, Purchase

SIDES = 2
PLAIN: Purchase = "on_demand"
ASKS = frozenset(
    {
        "better",
        "for_less",
        "now_cheaper",
        "money_is_cheaper",
        "money_versus",
        "money_gap",
        "picks_one",
        "vs",
        "choice",
    }
)  # cues
# Slots of work, which decides more than the hour of a machine, and cues of another question.
WORK = frozenset({
    "model", "parameters", "variant", "tokens", "samples", "tokens_per_day", "requests_per_second", "flops", "task",
    "method", "dataset", "steps",
})  # fmt: skip
ELSE = frozenset({"carbon", "carbon_strong", "commit_strong", "asks_why", "money_reclaimed", "money_same_work"})
_TOLD = re.compile(r"[$€¢]|\b(?:cents?|usd)\b", re.IGNORECASE)
_CUT = re.compile(
    r"\b(?:vs\.?|versus|or|than|against|compared (?:to|with)|oder|als|gegen|ou|que|contre|o|contra)\b", re.IGNORECASE
)


class EachItsWay(Reason, code="each_its_way"):
    """The first line: the first side as it was named, the other, and which is the less by how much, USD an hour of
    all of it; `hours`: of a time that was told, with the sum of each."""

    first: Priced
    other: Priced
    first_chips: int
    other_chips: int
    first_usd: float
    other_usd: float
    less: bool
    gap: float
    share: float
    hours: float | None
    first_sum: float | None
    other_sum: float | None


def each_its_way(asked: AskedOn) -> FactAnswer | None:
    """None unless two things are named, bought in two ways, and a price of each is held so."""
    said, cues = asked.profile, frozenset(asked.reading.cues)
    things = [one for one in asked.reading.hardware if one.id not in FAMILIES and one.role in ("asked", "compared")]
    if len(things) != SIDES or cues.isdisjoint(ASKS) or not cues.isdisjoint(ELSE):
        return None
    if not WORK.isdisjoint(said.stated()) or _TOLD.search(asked.reading.text):
        return None  # prices that are told are set against each other
    parts = _parts(asked.reading.text, things)
    ways = [_way(part) for part in parts]
    if None in ways or len(set(ways)) < SIDES:
        return None
    clouds = own_sides(asked.reading, asked.facts)
    sides = []
    for thing, way in zip(things, ways, strict=True):
        own = clouds.get(thing.id) or Side(said.clouds, said.region)
        found = _row(asked, thing, way or PLAIN, own)
        if found is None:
            return None
        sides.append(found)
    (row, chips), (other, other_chips) = sides
    usd, other_usd = _usd(row, chips), _usd(other, other_chips)
    low, high = sorted((usd, other_usd))
    told = EachItsWay(
        first=priced(row),
        other=priced(other),
        first_chips=chips,
        other_chips=other_chips,
        first_usd=usd,
        other_usd=other_usd,
        less=usd <= other_usd,
        gap=high - low,
        share=1 - low / high,
        hours=said.run_hours,
        first_sum=usd * said.run_hours if said.run_hours else None,
        other_sum=other_usd * said.run_hours if said.run_hours else None,
        cites=cites_of([row, other]),
    )
    return FactAnswer(headline=told, table=price_table([row, other], chip=True), of_told=True, whole=True)


def _parts(text: str, things: list[Equipment]) -> tuple[str, str]:
    """The words of each side: up to the word that sets them against each other, else up to the name of the second."""
    small = text.casefold()
    first = small.find(things[0].words.casefold())
    second = small.find(things[1].words.casefold(), first + 1)
    between = _CUT.search(text, first + len(things[0].words), max(second, first))
    at = between.start() if between else max(second, 0)
    return text[:at], text[at:]


def _way(part: str) -> Purchase | None:
    """The one way that is told of a side, on demand where none is; None of several."""
    told = [way for way, pattern in MENTIONS.items() if pattern.search(part)]
    return (told[0] if told else PLAIN) if len(told) < SIDES else None


def _row(asked: AskedOn, thing: Equipment, way: Purchase, own: Side) -> tuple[RankedPrice, int] | None:
    """The cheapest machine of it that holds so many chips, and their number; else as many of the least chip-hour."""
    clouds, place = own
    free = asked.reading.model_copy(
        update={"profile": asked.profile.model_copy(update={"region": place, "clouds": clouds, "purchase": way})}
    )
    on = bound(replace(asked, reading=free), said_of(asked))
    types = _types(on, thing, clouds)
    wanted = int(thing.chips or 0)
    exact = tuple(one for one in types if one.count == wanted) if wanted else ()
    for kinds in (exact, types):
        rows = rows_of(on, kinds, (way,), place) if kinds else ()
        if rows:
            return rows[0], wanted or int(rows[0].instance.count) * int(thing.machines or 1)
    return None


def _types(asked: AskedOn, thing: Equipment, clouds: tuple[Cloud, ...]) -> tuple[Instance, ...]:
    """A type, a line ("p4d"), or every machine of the compared clouds with the chip."""
    facts = asked.facts
    if thing.id in facts.instances:
        return (facts.instances[thing.id],)
    words = set(thing.words.casefold().split())
    if lines := tuple(one for one in facts.instances.values() if one.line in words):
        return lines
    chips = {chip.id for chip in called(facts, thing.id)}
    sold = clouds or CLOUDS
    return tuple(one for one in facts.instances.values() if one.accelerator in chips and one.cloud in sold)


def _usd(row: RankedPrice, chips: int) -> float:
    """An hour of so many chips: of whole machines where one holds no more, else their share of it."""
    count = int(row.instance.count)
    if chips >= count:
        return math.ceil(chips / count) * row.quote.seen.likely
    return chips * row.usd_per_chip_hour
