"""What machines that run today could cost instead: the bill that is told is where every sum starts.

Machine-hours a month = the bill / what an hour is paid; the same hours are then bought another way, or become the
hours of another machine by what its chips do of this one's work. What runs there today fits there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from engine.answers.commitment_rates import ALMOST, CLAIMED, rates, usual_one_year_discount
from engine.answers.model import FactAnswer
from engine.base.measures import unit
from engine.base.reason import Reason
from engine.forms.first.bill_moves import MovedTo, moved_to, others_alike
from engine.forms.form import Asked
from engine.prices.price_book import PriceBook
from engine.workload.conditions import FAMILIES
from engine.workload.hours.told_spans import spans
from engine.workload.profile import Equipment, Profile
from knowledge.facts import Instance, Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

# Cues of who looks for a smaller bill, and for another machine.
CUTS = frozenset({"cuts_bill", "money_saves", "for_less", "wants_less"})
MOVES = frozenset({"job_moves", "wants_other", "keep", "which_hardware", "wants_change"})
OTHER, LESS = frozenset({"wants_other"}), "for_less"
WORKS = frozenset({"training_words", "serving_words"})
# Slots of work that decides which machine it takes, and cues of other questions about a bill.
OF_WORK = frozenset({
    "model", "parameters", "variant", "tokens", "samples", "tokens_per_day", "requests_per_second", "flops",
    "concurrent_users", "utilization", "current_hours_per_run", "on_premises", "deadline_days",
    "current_usd_per_hour", "credits_usd", "capacity", "data_gb", "run_hours", "steps", "current_tokens_per_second",
})  # fmt: skip
RUNS = frozenset({"runs", "runs_per_month"})  # and where no bill was told
ELSE = frozenset(
    {"owns_card", "against_list", "way_1yr", "way_3yr", "way_plan", "money_past", "memory_error", "carbon_strong"}
)
USUAL = "aws"
SURCHARGE = "sagemaker_surcharge"  # the constant
SHOWN = 4
# A term is kept and owed; blocks follow one another; spot is taken back.
RANK: tuple[Purchase, ...] = (
    "on_demand", "reserved_1yr", "savings_plan", "reserved_3yr", "capacity_block", "spot",
)  # fmt: skip
BY_HOUR: tuple[Purchase, ...] = ("on_demand", "spot")
_PLAIN = Profile()


class BoughtSo(NamedTuple):
    """A month of the same hours in one way, USD; `machines` that are owed for every hour, 0 where none are; `region`:
    of what is bought by the hour."""

    purchase: Purchase
    usd: float
    usd_per_hour: float
    machines: int
    day: str
    region: str = ""


class BillBase(Reason, code="bill_base"):
    """The first line where ways to buy are asked. USD a month; `told`: the bill was, else it is at the list price.

    `machines` 0 where nobody said how many; `over`: what is left of the bill when all of them run day and night at
    `usd_per_hour`. `ways`: what saves, those that nobody takes back first.
    """

    bill: float
    told: bool
    instance: str
    machines: int
    purchase: Purchase
    managed: bool
    usd_per_hour: float
    over: float
    base: float  # what is left
    saves: float
    share: float  # of that
    ways: tuple[BoughtSo, ...]
    other: MovedTo | None


class BillHours(Reason, code="bill_hours"):
    """The working: the bill / USD an hour = hours, and how many machines that is day and night, or the `share` of all
    hours of those that were said. `blocks`: blocks are among the ways."""

    bill: float
    told: bool
    instance: str
    machines: int
    purchase: Purchase
    managed: bool
    usd_per_hour: float
    hours: float
    day_and_night: float
    share: float
    blocks: bool
    terms: tuple[float, ...]


class NothingLess(Reason, code="nothing_less"):
    """No cheaper way is held; `off`: what a term of a year takes off other machines of that cloud, the median."""

    bill: float
    told: bool
    instance: str
    machines: int
    purchase: Purchase
    usd_per_hour: float
    hours: float
    day_and_night: float
    over: float
    off: float


class RunsToday(Reason, code="runs_today"):
    """The first line where the hours are not known: an hour of the machine and of what is as much, USD. What runs
    there fits there, whatever size it has."""

    instance: str
    chip: str
    count: int
    gib: float
    purchase: Purchase
    usd_per_hour: float
    other: MovedTo | None
    spot: float  # 0 where no price is held


class WhichModel(Reason, code="which_model_today"):
    """The size, and the hours of a run."""


class Bill(NamedTuple):
    """USD a month that buy `hours` of a machine at `usd_per_hour`, and `over` that they do not explain."""

    thing: Instance
    usd: float
    told: bool
    machines: int
    purchase: Purchase
    usd_per_hour: float
    hours: float
    over: float
    cites: tuple[str, ...]


def bill_base(asked: Asked) -> FactAnswer | None:
    """None where no machine runs today, its work is described, or nothing is to be saved or moved."""
    cues, said = frozenset(asked.reading.cues), asked.profile
    told = _told(asked) is not None
    typed = any(name in asked.facts.instances for name in said.current_instances)
    work = OF_WORK if told or typed else OF_WORK | RUNS
    bill = _bill(asked) if cues.isdisjoint(ELSE) and work.isdisjoint(said.stated()) else None
    if bill is None:
        return None
    base, others = bill
    named = bool(others) and told
    if cues.isdisjoint(CUTS | MOVES) and not named:
        return None
    paid = _paid(asked, base)
    if paid is None or (not paid.told and said.purchase is not None and cues.isdisjoint(CUTS)):
        return None  # whether that way pays is asked
    if not paid.told and cues.isdisjoint(CUTS | OTHER):
        works = said.task is not None or not cues.isdisjoint(WORKS)
        return _by_the_hour(asked, paid) if said.current_instances and not others and works else None
    if others:
        return moved_to(
            asked, paid.thing, others[0], paid.usd - paid.over, paid.hours * paid.thing.count, paid.purchase
        )
    return _kept(asked, paid, seeks_other=not cues.isdisjoint(MOVES))


def _kept(asked: Asked, paid: Bill, *, seeks_other: bool) -> FactAnswer | None:
    book = asked.library.prices(asked.day)
    found = sorted(_ways(paid, book), key=lambda way: (RANK.index(way[0].purchase), way[0].usd))
    base = paid.usd - paid.over
    ways = [(way, cites) for way, cites in found if way.usd < (1 - ALMOST) * base]
    alike = others_alike(asked, paid.thing, paid.hours * paid.thing.count, base, paid.purchase)
    if not ways and not alike:
        return FactAnswer(headline=_nothing(asked, paid), of_told=True, whole=True)
    least = min((way.usd for way, _ in ways if way.purchase != "spot"), default=ways[0][0].usd if ways else base)
    other = alike[0] if alike and (not ways or (seeks_other and alike[0].to.usd < least)) else None
    least = min(least, other.to.usd) if other else least
    cites = [cite for _, more in ways for cite in more]
    first = BillBase(
        bill=paid.usd,
        told=paid.told,
        instance=paid.thing.id,
        machines=paid.machines,
        purchase=paid.purchase,
        managed=bool(asked.profile.managed),
        usd_per_hour=paid.usd_per_hour,
        over=paid.over,
        base=base,
        saves=base - least,
        share=1 - least / base,
        ways=tuple(way for way, _ in ways[:SHOWN]),
        other=other.to if other else None,
        cites=tuple(dict.fromkeys((*paid.cites, *cites, *(other.cites if other else ())))),
    )
    working = BillHours(
        bill=base,
        told=paid.told,
        instance=paid.thing.id,
        machines=paid.machines,
        purchase=paid.purchase,
        managed=bool(asked.profile.managed),
        usd_per_hour=paid.usd_per_hour,
        hours=paid.hours,
        day_and_night=paid.hours / HOURS_PER_MONTH,
        share=paid.hours / (paid.machines * HOURS_PER_MONTH) if paid.machines else 0.0,
        blocks=any(way.purchase == "capacity_block" for way, _ in ways),
        terms=tuple(way.usd_per_hour for way, _ in ways if way.machines),
    )
    below: list[Reason] = [working, *(one for one in alike[:SHOWN] if one is not other)]
    return FactAnswer(headline=first, sentences=tuple(below), of_told=True, whole=True)


def _by_the_hour(asked: Asked, paid: Bill) -> FactAnswer:
    """Of a machine that runs nobody knows how long: what is as much for less an hour."""
    chip = asked.facts.accelerators[paid.thing.accelerator]
    alike = others_alike(asked, paid.thing, float(paid.thing.count), paid.usd_per_hour, paid.purchase)
    spot = asked.library.prices(asked.day).near(paid.thing, "spot") if paid.purchase == "on_demand" else None
    first = RunsToday(
        instance=paid.thing.id,
        chip=chip.name,
        count=paid.thing.count,
        gib=chip.hbm_gib.value,
        purchase=paid.purchase,
        usd_per_hour=paid.usd_per_hour,
        other=alike[0].to if alike else None,
        spot=spot.usd_per_hour.likely if spot else 0.0,
        cites=tuple(dict.fromkeys((*paid.cites, *(alike[0].cites if alike else ()), *(spot.cites if spot else ())))),
    )
    return FactAnswer(headline=first, questions=(WhichModel(),), of_told=True, whole=True)


def _nothing(asked: Asked, paid: Bill) -> NothingLess:
    usual = usual_one_year_discount(paid.thing.cloud, asked.library, asked.library.prices(asked.day))
    return NothingLess(
        bill=paid.usd,
        told=paid.told,
        instance=paid.thing.id,
        machines=paid.machines,
        purchase=paid.purchase,
        usd_per_hour=paid.usd_per_hour,
        hours=paid.hours,
        day_and_night=paid.hours / HOURS_PER_MONTH,
        over=paid.over,
        off=usual[0] if usual and paid.purchase == "on_demand" else 0.0,
        cites=(*paid.cites, *((usual[1],) if usual else ())),
    )


def _bill(asked: Asked) -> tuple[Equipment, tuple[Equipment, ...]] | None:
    """The machines that are paid for, and those that were named beside."""
    said = asked.profile
    named = [one for one in asked.reading.hardware if one.id not in FAMILIES]
    runs = [one for one in named if _is_of(asked, one, said.current_instances)]
    if not runs and _told(asked) is None:
        return None
    base = next(iter(runs or named), None)
    if base is None:
        return None
    return base, tuple(one for one in named if one.id != base.id)


def _told(asked: Asked) -> float | None:
    """USD a month: what is paid, else the one sum by the day or month beside machines of which a number was said."""
    said = asked.profile
    sums = [one.value for one in asked.reading.measured.measures if one.units[0] == unit(usd=1, day=-1)]
    open_sum = said.budget_usd is None or (said.budget_period == "month" and LESS in asked.reading.cues)
    counted = open_sum and any(one.machines or one.chips for one in asked.reading.hardware)
    beside = sums[0] * HOURS_PER_MONTH / HOURS_PER_DAY if counted and len(sums) == 1 else None
    return said.current_usd_per_month or beside


def _is_of(asked: Asked, one: Equipment, current: Iterable[str]) -> bool:
    chips = {asked.facts.instances[name].accelerator if name in asked.facts.instances else name for name in current}
    own = asked.facts.instances.get(one.id)
    chip = own.accelerator if own else one.id
    return any(chip == name or name.startswith(f"{chip}-") or chip.startswith(f"{name}-") for name in chips)


def _paid(asked: Asked, base: Equipment) -> Bill | None:
    said, book = asked.profile, asked.library.prices(asked.day)
    thing = _type(asked, base, book)
    if thing is None:
        return None
    way: Purchase = said.purchase or "on_demand"
    quote = book.near(thing, way, said.region)
    if quote is None:
        return None
    rate, cites = quote.usd_per_hour.likely, quote.cites
    if said.managed:
        extra = asked.library.constants.entry(SURCHARGE)
        rate, cites = rate * (1 + extra.value.likely), (*cites, extra.source)
    count = base.machines or (said.current_count if not base.chips else None) or said.instance_count
    machines = math.ceil(base.chips / thing.count) if base.chips else int(count or 0)
    usd = _told(asked)
    if usd is None:
        if said.cadence != "continuous" and spans(asked.reading.text):
            return None  # so many hours of each day
        machines = machines or 1
        usd = machines * HOURS_PER_MONTH * rate
        return Bill(thing, usd, False, machines, way, rate, float(machines * HOURS_PER_MONTH), 0.0, cites)
    hours = usd / rate
    most = machines * HOURS_PER_MONTH if machines else hours
    over = (hours - most) * rate if hours > most * (1 + ALMOST) else 0.0
    return Bill(thing, usd, True, machines, way, rate, min(hours, most), over, cites)


def _type(asked: Asked, base: Equipment, book: PriceBook) -> Instance | None:
    """The type that was named, else of its line or chip the one with the cheapest chips, of those the largest."""
    facts, said = asked.facts, asked.profile
    if base.id in facts.instances:
        return facts.instances[base.id]
    current = [facts.instances[name] for name in said.current_instances if name in facts.instances]
    words = set(base.words.casefold().replace("(", " ").replace(")", " ").replace("ml.", "").split())
    types = [one for one in facts.instances.values() if one.line in words]
    types = types or [one for one in current if _is_of(asked, base, (one.id,))]
    if not types:
        clouds = said.clouds or ("gcp" if base.id.startswith("tpu") else USUAL,)
        types = [one for one in facts.instances.values() if one.cloud in clouds and _is_of(asked, base, (one.id,))]
    exact = [one for one in types if one.count == base.chips]
    sold = [(one, book.near(one, said.purchase or "on_demand", said.region)) for one in exact or types]
    held = [(quote.usd_per_hour.likely / one.count, one) for one, quote in sold if quote is not None]
    least = min((usd for usd, _ in held), default=0.0)
    alike = [one for usd, one in held if usd <= least * (1 + ALMOST)]
    return max(alike, key=lambda one: (one.count, one.id), default=None)


def _ways(paid: Bill, book: PriceBook) -> Iterable[tuple[BoughtSo, tuple[str, ...]]]:
    """The same hours in each other way; a term is owed for every hour of the machines that it is of."""
    kept = paid.machines or max(1, math.floor(paid.hours / HOURS_PER_MONTH + ALMOST))
    rest = max(0.0, paid.hours - kept * HOURS_PER_MONTH) * paid.usd_per_hour
    for term in rates(paid.thing, _PLAIN, book):
        if term.purchase == paid.purchase or term.term.grade in CLAIMED:
            continue
        owed = 0 if term.purchase == "capacity_block" else kept
        usd = owed * HOURS_PER_MONTH * term.usd + rest if owed else paid.hours * term.usd
        yield BoughtSo(term.purchase, usd, term.usd, owed, str(term.term.observed_on)), term.cites
    for way in BY_HOUR:
        quote = book.near(paid.thing, way)
        if quote is not None and paid.purchase != "spot":
            rate = quote.usd_per_hour.likely
            yield BoughtSo(way, paid.hours * rate, rate, 0, str(quote.observed_on), quote.region), quote.cites
