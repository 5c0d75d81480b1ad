"""The same hours of the same chips bought in each of the ways that are named, and as much work on another chip.

A sum = machines x hours paid x $/h; a block is paid in whole days. Another chip takes 1 / its share of the speed as
many chips, by the math and by the memory bandwidth of the data sheets, in whole machines.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from datetime import date

from engine.answers.commitment import types_meant
from engine.answers.mentioned import meant
from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.library import Library
from engine.options.named import is_named
from engine.prices.capacity_blocks import block_hours
from engine.prices.price_book import PriceBook, Quote
from engine.workload.conditions import FAMILIES
from engine.workload.hours.told_times import span_in
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues
from knowledge.facts import PURCHASES_IN_ORDER, Accelerator, Facts, Instance, Purchase

PAIR, SIDES = 2, 3  # ways, and with other chips, that make it a question of sums
TYPES = 6  # that are looked at
COLUMNS = ("side", "way", "hours", "usd", "total", "total_high")
WORDS = "summed"
WRITTEN: dict[Purchase, str] = {  # way -> the entry that says what it is
    "spot": "term-spot", "capacity_block": "capacity-block", "savings_plan": "term-savings-plan",
    "reserved_1yr": "reserve-or-discount",
}  # fmt: skip
CUES: dict[str, Purchase] = {
    "way_spot": "spot", "way_block": "capacity_block", "way_plan": "savings_plan", "way_reserved": "reserved_1yr",
}  # fmt: skip
DIFFERS = frozenset({"ways_differ"})  # the cue: what tells two ways to buy apart
WORK = ("task", "parameters", "tokens", "model", "cadence")
COSTS = ("asks_cost", "asks_bill", "price_strong", "estimate_strong")  # cues
_WAYS: dict[Purchase, re.Pattern[str]] = {
    "on_demand": re.compile(r"\bon[\s-]?demand\b|按需|オンデマンド", re.IGNORECASE),
    "capacity_block": re.compile(
        r"\bcapacity[\s-]blocks?\b|\bby block\b|キャパシティ[ーｰ・ ]?ブロック|容量块|캐패시티 ?블록", re.IGNORECASE
    ),
    "spot": re.compile(r"\bspots?\b|竞价|スポット|스팟", re.IGNORECASE),
}
_FOR = r"\b(?:for|over|während|für|pendant|durante)\s+"
_ANY = r"(?=\d)"  # a stretch of time wherever it is told
_MARK = re.compile(r"[a-z]|\d+(?:\s*(?:days?|weeks?|hours?))?", re.IGNORECASE)
_ROUND = re.compile(r"nearest (?:thousand|1,?000|1?k)\b|auf tausend", re.IGNORECASE)


class Summed(Computed):
    """What the hours cost bought one way: USD, None where no price is held; `high`: on another chip, at the most."""

    instance: str
    chip: str
    purchase: Purchase
    machines: int
    machines_high: int
    paid: float
    usd_per_hour: float | None
    usd: float | None
    high: float | None
    other: bool


class SummedEachWay(Reason, code="summed_each_way"):
    """The sums of the ways that are named, the cheapest first; then those of other chips, and the ways without a
    price."""

    chip: str
    chips: int
    hours: float
    each: tuple[Summed, ...]


class WayMeans(Reason, code="way_means"):
    """What a way to buy is, in a line."""

    text: str


class SummedOther(Reason, code="summed_other"):
    """How the number of another chip was found: by math and by memory bandwidth, over those of the first."""

    chip: str
    other: str
    math: float
    band: float
    low: float
    high: float


def ways_of(text: str) -> tuple[Purchase, ...]:
    """The ways to buy by the hour that a text names."""
    return tuple(way for way, pattern in _WAYS.items() if pattern.search(text))


def is_read(words: str) -> bool:
    """Whether words that set no slot are told by the sums: the mark of a list, the hours, how it is rounded."""
    return _MARK.fullmatch(words.strip()) is not None or _ROUND.search(words) is not None


def asks_sums(seen: FormCues) -> bool:
    """Whether hours of so many chips are asked for in dollars, bought in several ways; or what the difference between
    two ways is, beside a run of so many hours on one machine."""
    if asks_difference(seen):
        return True
    sides = len(ways_of(seen.text)) + max(0, seen.specific - 1)
    counted = seen.says("accelerator_count") or seen.says("instance_count")
    works = any(seen.says(slot) for slot in WORK if slot != "cadence")
    timed = _hours(seen.text, seen.profile) is not None
    return not seen.before and sides >= SIDES and counted and not works and timed and seen.has(*COSTS)


def asks_difference(seen: FormCues) -> bool:
    """ "What is the difference between spot and a capacity block? We have a 3 day fine-tune on p5" """
    sized = any(seen.says(slot) for slot in WORK if slot != "task")
    timed = _hours(seen.text, seen.profile) is not None
    return not (seen.before or sized) and seen.cues >= DIFFERS and seen.hardware_named == 1 and timed


def summed_ways(reading: Reading, library: Library, day: date) -> FactAnswer | None:
    """None where it is not the hours of a chip that is held, in ways of which one has a price."""
    ways, said, book, facts = ways_of(reading.text), reading.profile, library.prices(day), library.facts
    hours, chips = _hours(reading.text, said), _chips(said, facts)
    differ = set(reading.cues) >= DIFFERS
    if len(ways) < PAIR or hours is None or not chips:
        return None
    ways = tuple(dict.fromkeys((*ways, "on_demand"))) if differ else ways  # what the others are measured by
    first, *others = chips
    types = _types(first, reading, facts, book)
    types = list(types_meant(reading, library, book)[:1]) if differ and not said.accelerator_count else types
    machines = said.instance_count or int(differ)
    count = said.accelerator_count or machines * (types[0].count if types else 0)
    if not types or not count:
        return None
    told = [_sum(types, way, count, count, hours, said, library, book) for way in ways]
    means = []
    for other in others:
        math_of = other.bf16_dense_tflops.value / first.bf16_dense_tflops.value
        band_of = other.hbm_gbps.value / first.hbm_gbps.value
        low, high = sorted((count / math_of, count / band_of))
        found = _other(_types(other, reading, facts, book), low, high, hours, said, library, book)
        told += [found] if found else []
        cites = (first.hbm_gbps.source, other.hbm_gbps.source)
        means += [
            SummedOther(
                chip=first.name, other=other.name, math=math_of, band=band_of, low=low, high=high, cites=cites
            )
        ]
    if _ROUND.search(reading.text):
        told = [(_in_thousands(one), quote) for one, quote in told]
    each = sorted((one for one, _ in told), key=lambda one: (one.usd is None, one.other, one.usd or 0.0))
    if each[0].usd is None:
        return None
    sources = {id(one): quote.cites if quote else () for one, quote in told}
    cited = tuple(dict.fromkeys(cite for one in each for cite in sources[id(one)]))
    headline = SummedEachWay(chip=first.name, chips=count, hours=hours, each=tuple(each), cites=cited)
    rows = tuple(
        AnswerRow(
            cells=(
                _counted(one),
                one.purchase,
                one.paid,
                one.usd_per_hour,
                one.usd,
                one.high if one.other else None,
            ),
            cites=sources[id(one)][:1],
            is_best=one is each[0],
        )
        for one in each
    )
    table = AnswerTable(words=WORDS, columns=COLUMNS, rows=rows)
    return FactAnswer(
        headline=headline,
        sentences=(*(ways_mean(ways, facts) if differ else ()), *means),
        table=table if others else table.without("total_high"),
        of_told=True,
    )


def ways_mean(ways: Iterable[Purchase], facts: Facts) -> tuple[WayMeans, ...]:
    """What each of these ways is that is written about, in a line."""
    known = dict.fromkeys(WRITTEN[way] for way in ways if way in WRITTEN)
    entries = [facts.faqs[name] for name in known if name in facts.faqs]
    return tuple(WayMeans(text=one.says, cites=one.sources) for one in entries)


def apart(reading: Reading, facts: Facts) -> tuple[WayMeans, ...]:
    """What each of the ways is, where what tells them apart is asked beside a sum of other forms."""
    named = [CUES[cue] for cue in CUES if cue in reading.cues]
    return ways_mean(named, facts) if set(reading.cues) >= DIFFERS else ()


def _counted(one: Summed) -> str:
    most = f"-{one.machines_high}" if one.machines_high > one.machines else ""
    return f"{one.machines}{most} x {one.instance}"


def _in_thousands(one: Summed) -> Summed:
    """Rounded to whole thousands of dollars, as was asked."""
    if one.usd is None or one.high is None:
        return one
    return one.model_copy(update={"usd": float(round(one.usd, -3)), "high": float(round(one.high, -3))})


def _hours(text: str, said: Profile) -> float | None:
    """The hours that were said, also where the chips work around the clock so long."""
    return said.run_hours or span_in(text, _FOR) or (span_in(text, _ANY) if len(ways_of(text)) >= PAIR else None)


def _chips(said: Profile, facts: Facts) -> list[Accelerator]:
    """The chips that are named, the one that is counted first."""
    named = [facts.accelerators[name] for name in said.candidates if name in facts.accelerators]
    words = [name for name in said.candidates if name not in facts.accelerators and name not in FAMILIES]
    named += [
        next(chip for chip in facts.accelerators.values() if is_named(chip, {word}))
        for word in words
        if any(is_named(chip, {word}) for chip in facts.accelerators.values())
    ]
    of_types = [
        facts.accelerators[facts.instances[name].accelerator] for name in said.instances if name in facts.instances
    ]
    order = {name: at for at, name in enumerate(said.candidates)}
    named.sort(key=lambda chip: min((at for word, at in order.items() if is_named(chip, {word})), default=0))
    return list({chip.id: chip for chip in (*named, *of_types)}.values())


def _types(chip: Accelerator, reading: Reading, facts: Facts, book: PriceBook) -> list[Instance]:
    named = meant(reading, facts, book, TYPES)
    return [thing for thing in named if thing.accelerator == chip.id]


def _sum(
    types: list[Instance],
    way: Purchase,
    low: float,
    high: float,
    hours: float,
    said: Profile,
    library: Library,
    book: PriceBook,
    *,
    other: bool = False,
) -> tuple[Summed, Quote | None]:
    """The cheapest of the types that are sold so; of none of them where no price is held."""
    paid = block_hours(hours, library.constants) if way == "capacity_block" else hours
    found: list[tuple[Summed, Quote | None]] = []
    for thing in types:
        quote = book.near(thing, way, said.region)
        least, most = math.ceil(low / thing.count), math.ceil(high / thing.count)
        rate = quote.usd_per_hour.likely if quote else None
        one = Summed(
            instance=thing.id,
            chip=library.facts.accelerators[thing.accelerator].name,
            purchase=way,
            machines=least,
            machines_high=most,
            paid=paid,
            usd_per_hour=rate,
            usd=rate * least * paid if rate else None,
            high=rate * most * paid if rate else None,
            other=other,
        )
        found.append((one, quote))
    return min(found, key=lambda entry: (entry[0].usd is None, entry[0].usd or 0.0))


def _other(
    types: list[Instance], low: float, high: float, hours: float, said: Profile, library: Library, book: PriceBook
) -> tuple[Summed, Quote | None] | None:
    """As much work on another chip, bought as it is cheapest by use or block."""
    if not types:
        return None
    ways = [way for way in PURCHASES_IN_ORDER if way in ("on_demand", "capacity_block")]
    each = [_sum(types, way, low, high, hours, said, library, book, other=True) for way in ways]
    return min(each, key=lambda entry: (entry[0].usd is None, entry[0].usd or 0.0))
