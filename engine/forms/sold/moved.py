"""How a price has moved: whether it fell or rose, from when to when each figure was seen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Literal

from engine.answers.mentioned import meant
from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.answers.rank_prices import ways_out
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.parts.asked_on import AskedOn
from engine.prices.areas import usual_place
from engine.prices.price_book import ALIKE, Quote
from engine.prices.price_runs import PriceRun, of_quote
from engine.workload.question import A_CHIP
from engine.workload.told_prices import told_prices
from knowledge.facts import PURCHASES_IN_ORDER, Cloud, Instance, Offer, Purchase
from knowledge.units import DAYS_PER_YEAR

THINGS, RUNS = 6, 6  # told at most; of one price
CLEARLY = 2  # times nearer
COLUMNS = ("instance", "bought", "cloud", "region", "usd", "first_seen", "last_seen")
FELL, ROSE = "price_fell", "price_rose"  # cues of what it is asked to have done
Way = Literal["", "price_fell", "price_rose"]
EITHER = "price_either"  # a cue: "up or down?"
MOVED = frozenset({FELL, ROSE, EITHER, "price_moved"})
HISTORY = "price_history"
PAST = "money_past"  # a cue: the price of before is set beside that of now
_DOLLARS = re.compile(r"\$\s?(\d{1,3}(?:\.\d+)?)(?![\d,kKmM])")
_WHEN = re.compile(
    r"\b(?:when|wann|quand|cu[aá]ndo|quando|когда)\s+(?:\w+\s+){0,2}?(?:did|was|were|has|have|is|wurde|ist|hat|a|est|"
    r"bajó|subió|baj\w*|sub\w*|fell|rose|dropped|went)\b|什么时候|何时|いつ",
    re.IGNORECASE,
)


class _OfPrice(Reason):
    """What a line on a price's past is of. `chips`: of the machine, of one of which the figures are."""

    thing: str
    cloud: Cloud
    purchase: Purchase
    region: str
    chips: int = 1


class PriceMoved(_OfPrice, code="price_moved"):
    """Two figures of one price, each with the days on which it was seen; `asked`: which way it was asked about."""

    before: float
    before_first: str
    before_last: str
    after: float
    after_first: str
    after_last: str
    share: float  # after / before - 1
    asked: Way
    after_region: str = ""  # of the second figure, where that is another one
    between: float | None = None  # a figure between them that lies beyond both, the farthest
    between_first: str = ""
    between_last: str = ""
    since: float | None = None  # after / between - 1
    when: bool = False  # the days between which it moved are asked


class PriceStood(_OfPrice, code="price_stood"):
    """One figure, whenever it was seen."""

    usd: float
    first: str
    last: str
    asked: Way
    since: str = ""  # the day it was asked about from, where it had this price by then
    short: bool = False  # what is held begins later than what was asked about


class NoneSeen(_OfPrice, code="none_seen"):
    """No price is held of what is asked how it moved, of today or of before."""


class SeenOnce(_OfPrice, code="seen_once"):
    """A price of which no second observation is held, so that nothing tells how it moved; `told`: the asker's own
    figure of before, 0 where none is, and by what `share` the one held differs from it."""

    usd: float
    day: str
    told: float = 0.0
    share: float = 0.0


class _Series(Computed):
    thing: Instance
    quote: Quote
    runs: tuple[PriceRun, ...]
    regions: tuple[str, ...]  # of each of them

    @property
    def looks(self) -> int:
        """How many days it was seen on, two at the most for each figure."""
        return sum(1 + (run.first != run.last) for run in self.runs)


def moved(asked: AskedOn) -> FactAnswer | None:
    """Of each type that is meant, or of one of each cloud that sells the chip; None where no price of one is held.

    What is asked about comes first: a type's price on demand or as it was said, of which most is known.
    """
    book, way = asked.library.prices(asked.day), asked.profile.purchase
    things = meant(asked.reading, asked.facts, book, THINGS, THINGS) or _of_seller(asked)
    series = _all_series(asked, things)
    if not series:
        return _none_seen(asked, things)
    lead: list[_Series] = []
    for thing in things:
        of_it = [one for one in series if one.thing == thing]
        of_it.sort(key=lambda one: (one.quote.purchase != (way or "on_demand"), one.looks < 2))
        lead += of_it[:1]
    lead.sort(key=lambda one: one.looks < 2)  # what is known to have moved or stood
    told = [_told(asked, one) for one in lead]
    if asked.reading.between and not any(isinstance(one, PriceMoved) for one in told):  # what did move
        others = [_told(asked, one) for one in series if one not in lead]
        told += [one for one in others if isinstance(one, PriceMoved)]
    rows = [row for one in series for row in _rows(_within(asked, one), best=one is lead[0])]
    return FactAnswer(
        headline=told[0], sentences=tuple(told[1:]), table=AnswerTable(columns=COLUMNS, rows=tuple(rows))
    )


def _none_seen(asked: AskedOn, things: Sequence[Instance]) -> FactAnswer | None:
    """What is not held of the first machine, and how it moved bought another way there, or so elsewhere."""
    said = asked.profile
    if not things or said.purchase is None:
        return None
    first = NoneSeen(thing=things[0].id, cloud=things[0].cloud, purchase=said.purchase, region=said.region or "")
    freed = ({"region": None}, {"purchase": None}) if said.region else ({"purchase": None},)
    cues, nearest = tuple(cue for cue in asked.reading.cues if cue not in (FELL, ROSE)), list[_Series]()
    plain = asked.reading.model_copy(update={"cues": cues})
    for free in freed:
        reading = plain.model_copy(update={"profile": said.model_copy(update=free)})
        nearest += _all_series(replace(asked, reading=reading), things[:1])[:1]
    lines = tuple(_told(replace(asked, reading=plain), one) for one in nearest)
    rows = tuple(row for one in nearest for row in _rows(_within(asked, one), best=False))
    return FactAnswer(headline=first, sentences=lines, table=AnswerTable(columns=COLUMNS, rows=rows))


def _of_seller(asked: AskedOn) -> tuple[Instance, ...]:
    """Of the one seller that is named alone the machines of which most is known: "did RunPod raise its prices?"."""
    said = asked.profile
    if len(said.clouds) != 1 or said.candidates or said.instances:
        return ()
    every = [one for one in asked.facts.instances.values() if one.cloud == said.clouds[0]]
    seen = {one.thing.id: one.looks for one in reversed(_all_series(asked, every))}
    return tuple(sorted((one for one in every if one.id in seen), key=lambda one: -seen[one.id])[:THINGS])


def moved_within(asked: AskedOn, told: FactAnswer) -> FactAnswer:
    """A price of a month or a year that is past, with what moved between its first and its last day."""
    if asked.reading.between is None or not asked.library.later or MOVED.intersection(asked.reading.cues):
        return told
    book = asked.library.prices(asked.day)
    things = meant(asked.reading, asked.facts, book, THINGS, THINGS)
    usual = _all_series(asked, things)
    usual = [one for one in usual if one.quote.purchase == (asked.profile.purchase or "on_demand")]
    lines = [line for one in usual if isinstance(line := _told(asked, one), PriceMoved)]
    return told.model_copy(update={"sentences": (*lines, *told.sentences)})


def _all_series(asked: AskedOn, things: Sequence[Instance]) -> list[_Series]:
    seen = asked.library.histories(things, asked.day)
    return [one for thing in things for one in _series(asked, thing, seen)]


def _series(asked: AskedOn, thing: Instance, seen: Mapping[str, Sequence[Offer]]) -> Iterator[_Series]:
    """Its price each way it is sold, where it is usually looked up."""
    book, way, out = asked.library.prices(asked.day), asked.profile.purchase, ways_out(asked.reading)
    for purchase in PURCHASES_IN_ORDER:
        if (thing.sold and purchase not in thing.sold) or purchase in out or way not in (None, purchase):
            continue
        near = book.near(thing, purchase, asked.profile.region)
        place = asked.profile.region or usual_place(asked.facts)
        told = [
            _of_quote(asked, thing, quote, seen) for quote in book.located(thing, purchase, place) or (near,) if quote
        ]
        alike = [one for one in told if near and one.runs and one.quote.seen.likely <= near.seen.likely * ALIKE]
        if not asked.profile.region and all(one.looks == 1 for one in alike):
            alike += [
                one for one in told if one.looks > 1
            ]  # where the cheapest was seen once another tells how it moved
        if alike:
            yield max(alike, key=lambda one: one.looks)  # of regions at one price the one of which most is known


def _of_quote(asked: AskedOn, thing: Instance, quote: Quote, seen: Mapping[str, Sequence[Offer]]) -> _Series:
    own = of_quote(seen[thing.id], quote, asked.facts)
    own = own or of_quote(seen[thing.accelerator], quote, asked.facts, thing.count)
    return _Series(
        thing=thing, quote=quote, runs=tuple(run for run, _ in own), regions=tuple(region for _, region in own)
    )


def _within(asked: AskedOn, one: _Series) -> _Series:
    """With the figures alone that held in the days that were said."""
    if asked.reading.between is None:
        return one
    first, last = (one.runs.index(run) for run in _ends(one.runs, asked.reading.between))
    kept = slice(min(first, last), max(first, last) + 1)
    return one.model_copy(update={"runs": one.runs[kept], "regions": one.regions[kept]})


def _told(asked: AskedOn, one: _Series) -> Reason:
    """The first figure against the last, of a history the last two; where days were said, what held on them."""
    first, last = _ends(one.runs, asked.reading.between)
    if HISTORY in asked.reading.cues and asked.reading.between is None and len(one.runs) > 1:
        first = one.runs[-2]
    cues, quote, thing, between = asked.reading.cues, one.quote, one.thing, asked.reading.between
    region, after = (one.regions[one.runs.index(run)] for run in (first, last))
    chips = 1 if A_CHIP.isdisjoint(cues) else int(thing.count)
    way: Way = "price_fell" if FELL in cues else "price_rose" if ROSE in cues else ""
    way = "" if EITHER in cues else way
    when = _WHEN.search(asked.reading.text) is not None and between is None
    if when:
        first, last = _step(one.runs, way) or (first, last)
        region, after = (one.regions[one.runs.index(run)] for run in (first, last))
        way = ""
    if one.looks > 1 and first is not last:
        beyond = _beyond(one.runs, first, last)
        return PriceMoved(
            thing=thing.id,
            cloud=thing.cloud,
            purchase=quote.purchase,
            region=region,
            before=first.usd / chips,
            before_first=str(first.first),
            before_last=str(first.last),
            after=last.usd / chips,
            after_first=str(last.first),
            after_last=str(last.last),
            share=last.usd / first.usd - 1,
            asked=way,
            when=when,
            after_region=after if after != region else "",
            between=beyond.usd / chips if beyond else None,
            between_first=str(beyond.first) if beyond else "",
            between_last=str(beyond.last) if beyond else "",
            since=last.usd / beyond.usd - 1 if beyond else None,
            chips=chips,
            cites=(quote.source,),
        )
    to_now = between is not None and between[1] is None and last.first <= between[0]
    stood = PriceStood(
        thing=thing.id,
        cloud=thing.cloud,
        purchase=quote.purchase,
        region=after,
        usd=last.usd / chips,
        first=str(last.first),
        last=str(last.last),
        asked=way,
        since=str(between[0]) if between and to_now else "",
        short=way != "" and not to_now and _begins_late(asked, last.first),
        chips=chips,
        cites=(quote.source,),
    )
    return stood if one.looks > 1 else _once(stood, asked)


def _begins_late(asked: AskedOn, first: date) -> bool:
    """Whether a price was first seen after the day it is asked about from: a year ago, where none is told."""
    between = asked.reading.between
    if between is None and PAST not in asked.reading.cues:
        return False
    return first > (between[0] if between else asked.day - timedelta(days=DAYS_PER_YEAR))


def _step(runs: Sequence[PriceRun], way: Way) -> tuple[PriceRun, PriceRun] | None:
    """The last two figures between which it moved that way, or at all."""
    pairs = [
        (one, other)
        for one, other in pairwise(runs)
        if (other.usd < one.usd / ALIKE and way != ROSE) or (other.usd > one.usd * ALIKE and way != FELL)
    ]
    return pairs[-1] if pairs else None


def _beyond(told: Sequence[PriceRun], first: PriceRun, last: PriceRun) -> PriceRun | None:
    """Of the figures between two the one that is farthest below or above both."""
    low, high = min(first.usd, last.usd) / ALIKE, max(first.usd, last.usd) * ALIKE
    outside = [run for run in told[told.index(first) + 1 : told.index(last)] if not low <= run.usd <= high]
    return max(outside, key=lambda run: max(low / run.usd, run.usd / high), default=None)


def _once(stood: PriceStood, asked: AskedOn) -> SeenOnce:
    own = {one.amount for one in told_prices(asked.reading.text) if one.hours == 1}
    own = own or {float(match[1]) for match in _DOLLARS.finditer(asked.reading.text)}
    told = own.pop() if len(own) == 1 else 0.0
    return SeenOnce(
        thing=stood.thing,
        cloud=stood.cloud,
        purchase=stood.purchase,
        region=stood.region,
        usd=stood.usd,
        day=stood.last,
        told=told,
        share=stood.usd / told - 1 if told else 0.0,
        chips=stood.chips,
        cites=stood.cites,
    )


def _ends(told: Sequence[PriceRun], between: tuple[date, date | None] | None) -> tuple[PriceRun, PriceRun]:
    """The figures that held at the beginning and at the end: the last one seen before the beginning, or the first one
    seen after it where that was clearly nearer to it; the one seen nearest to the end."""
    if between is None:
        return told[0], told[-1]
    since, until = between
    early = [run for run in told if run.first <= since]
    late = [run for run in told if until is None or run.first <= until]
    last = late[-1] if late else told[0]
    then = next((run for run in told if until is not None and run.first > until), None)
    if until is not None and then and last.last < until and then.first - until < until - last.last:
        last = then  # seen nearer to the end than the one before it
    first = early[-1] if early else told[0]
    after = next((run for run in late if run.first > since), None)
    if early and after and (after.first - since) * CLEARLY < since - first.last:
        first = after  # else it may have moved within these days
    return first, last


def _rows(one: _Series, *, best: bool) -> Iterator[AnswerRow]:
    """The newest figures, the last one first."""
    told = list(zip(one.runs, one.regions, strict=True))
    for at, (run, region) in enumerate(reversed(told[-RUNS:])):
        cells = (one.thing.id, one.quote.purchase, one.thing.cloud, region, run.usd, run.first, run.last)
        yield AnswerRow(cells=cells, cites=(one.quote.source,) if not at else (), is_best=best and not at)
