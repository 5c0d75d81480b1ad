"""What the work that was said costs on each side exactly as it was named, and what one saves against the other.

A side is a mention with its number ("TPU v5p-128", "64 H100", "4 p5"), or a way to buy the same machines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.answers.mentioned import slices
from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.costed.lead import cheaper_way, lead_of
from engine.forms.costed.said import of_makers, unit_of
from engine.forms.costed.work import work_of
from engine.forms.form import Asked, Form
from engine.forms.parts.estimate_reasons import ComputeSum, EstimateRange, OneRun, WorkSum
from engine.forms.parts.estimate_table import table_of
from engine.forms.parts.unknown_work import is_sized
from engine.options.assumptions import fill, refill
from engine.options.option import CostedOption, Named, costed
from engine.options.problem import Problem
from engine.verdict.forks import Case, answer_case
from engine.workload.profile import Equipment, Profile, Reading
from knowledge.facts import PURCHASES_IN_ORDER, Facts, Purchase

PAIR, MOST = 2, 4
SAVES = "asks_saving"  # the cue
TIMED, PAID = "asks_time", "asks_cost"  # too
AGAINST = frozenset({"vs", "compare", "better", "choice"})  # cues
BOTH = frozenset({"speed_word", "asks_cost"})  # cues of who asks which is the faster and which costs less
A_CHOICE, SHORT = frozenset({"choice"}), 60  # a cue that longer letters show anyway; words of one that is no letter
OTHERS = frozenset({"carbon_strong", "commit_strong", "memory_error", "no_room"})
OF_COUNTS = frozenset({"compare", "estimate", "choose", "explain"})  # forms whose place it takes
OF_SAVING = OF_COUNTS | {"price", "commitment"}
AMOUNT = ("tokens", "flops", "samples", "dataset", "data_gb", "steps")
NO_SIDE = frozenset({"out", "remedy", "yardstick", "quoted"})  # roles
OF_TODAY = (
    "current_instances", "current_count", "current_usd_per_hour", "current_usd_per_month", "current_hours_per_run",
    "current_tokens_per_second", "budget_usd", "budget_period",
)  # fmt: skip
WORK = (WorkSum, ComputeSum)  # what every side computes
EVEN = 0.02  # a share by which sums differ that are the same


class SideRun(NamedTuple):
    """One side of a sum: machines bought in one way, hours and dollars of a run, and the port to them.

    `part`: chips that were said, where they are sold as a part of that machine only (0: they are not): hours are then
    those of the part, and dollars its share of the machine.
    """

    machines: int
    instance: str
    chips: int
    chip: str
    purchase: Purchase
    hours: Interval
    usd: Interval
    port_usd: float
    few: int  # machines, or chips, that were said and do not hold it; 0: they do
    part: int


class BestWay(NamedTuple):
    """A side, bought the cheapest way that is open."""

    machines: int
    instance: str
    purchase: Purchase
    usd: float


class SidesCost(Reason, code="sides_cost"):
    """Each side, the cheapest first; `saved` a run against the dearest, `share` of it, over `runs` of them.

    `of_time`: only the time is asked, so the soonest is first (`overlap`: of the hours of the first and the last);
    `saves`: it was asked what is saved; `sure`: the ranges do not overlap; `sooner`: hours by which `soonest` ends
    before the last; `best`: where another way to buy is open, each side bought the cheapest way, and `turns` where
    another side is then the cheapest, by `best_saved`; `unit`: tokens that each sum is of, where no amount was said;
    `pays_after`: runs that pay the port back, 0: none does; `missing`: what was named and does not do the work, or is
    not priced.
    """

    sides: tuple[SideRun, ...]
    of_time: bool
    overlap: bool
    saves: bool
    asked_first: bool  # what the asker would move to is the cheaper
    saved: float
    share: float
    even: bool
    sure: bool
    best: tuple[BestWay, ...]
    best_saved: float
    turns: bool
    soonest: int
    sooner: float
    runs: float
    saved_in_all: float  # over these runs
    port_usd: float
    pays_after: float
    unit: float | None
    published_tokens: float | None
    missing: tuple[str, ...]


class _Costed(NamedTuple):
    name: str
    lead: CostedOption
    case: Case
    problem: Problem
    cheaper: CostedOption | None


def of_sides(form: Form, stated: FactAnswer, asked: Asked) -> FactAnswer | None:
    """None where not two sides of one work of training are set against each other."""
    cues, said = set(asked.reading.cues), asked.profile
    if stated.of_told or not OTHERS.isdisjoint(cues) or said.task == "inference" or not is_sized(asked.reading):
        return None
    if said.by_month or asked.reading.intent == "followup" or asked.problem.serving:
        return None
    saves = SAVES in cues
    named = _mentions(asked.reading)
    if form.id in OF_SAVING and saves and len(named) < PAIR:
        return _told(_by_purchase(asked), asked, saves=True, wanted="", missing=())
    whole = all(
        one.id in asked.facts.instances or _of_line(one, asked.facts) for one in named
    )  # "p4d", "trn1.32xlarge"
    whole = whole and (len(named) > PAIR or BOTH.issubset(cues))
    counted = (whole or any(one.chips or one.machines for one in named)) and any(map(said.says, AMOUNT))
    against = AGAINST & cues if len(asked.reading.text.split()) <= SHORT else AGAINST - A_CHOICE & cues
    counted = counted and not said.current_instances and bool(against)
    if not PAIR <= len(named) <= MOST or form.id not in (OF_SAVING if saves else OF_COUNTS):
        return None
    if not (saves or counted) or len({(one.id, one.chips, one.machines) for one in named}) < PAIR:
        return None
    found = [(one, _on(_named(said, one, asked), asked, one.words)) for one in named]
    missing = tuple(one.words for one, side in found if side is None)
    sides = tuple(side for _, side in found if side is not None)
    wanted = next((one.words for one in named if one.role == "asked"), "")
    return _told(sides, asked, saves=saves, wanted=wanted, missing=missing)


def _mentions(reading: Reading) -> tuple[Equipment, ...]:
    """What was named as a side; beside one, what is asked after: "would a single H200 beat that"."""
    named = tuple(one for one in reading.hardware if one.role not in NO_SIDE)
    others = tuple(one for one in reading.hardware if one.role == "remedy" and (one.chips or one.machines))
    return (*named, *others) if len(named) == 1 and any(one.chips or one.machines for one in named) else named


def _named(said: Profile, one: Equipment, asked: Asked) -> Profile:
    """What was said, as if this side alone had been named."""
    facts, changed = asked.facts, dict.fromkeys(OF_TODAY)
    left: dict[str, object] = {slot: () if slot == "current_instances" else None for slot in changed}
    line = _of_line(one, facts)
    only = said.model_copy(
        update={
            **left,
            "candidates": () if one.id in facts.instances or line else (one.id,),
            "instances": (one.id,) if one.id in facts.instances else line,
            "accelerator_count": one.chips,
            "instance_count": one.machines,
        }
    )
    types = slices(only, facts, asked.library.prices(asked.day))
    return only.model_copy(update={"instances": types, "candidates": ()}) if types else only


def _of_line(one: Equipment, facts: Facts) -> tuple[str, ...]:
    """The whole machines of a line that was named: "p4d", "4 p5"."""
    words = one.words.casefold().split()
    kin = [thing for thing in facts.instances.values() if thing.line in words]
    most = max((thing.count for thing in kin), default=0)
    return tuple(thing.id for thing in kin if thing.count == most)


def _by_purchase(asked: Asked) -> tuple[_Costed, ...]:
    """Two ways to buy the same machines: those that were named, else the cheapest GPUs that are sold in both."""
    ways = [way for way in asked.reading.ambiguous.get("purchase", ()) if way in PURCHASES_IN_ORDER]
    if len(ways) != PAIR:
        return ()
    case, problem = _case(asked.profile, asked)
    of_way = [
        {(one.instance, one.count): one for one in costed(case.options) if one.purchase == way and not one.at_hand}
        for way in ways
    ]
    both = sorted(of_way[0].keys() & of_way[1].keys())
    named = [key for key in both if of_way[0][key].named >= Named.BY_CHIP]
    gpus = [key for key in both if of_way[0][key].family == "gpu"]
    least = min(named or gpus or both, key=lambda key: max(part[key].run.usd.likely for part in of_way), default=None)
    if least is None:
        return ()
    return tuple(_Costed(way, part[least], case, problem, None) for way, part in zip(ways, of_way, strict=True))


def _case(said: Profile, asked: Asked) -> tuple[Case, Problem]:
    """One run of it, unless more were said."""
    reading: Reading = asked.reading.model_copy(update={"profile": said, "ambiguous": {}})
    filled = fill(reading, asked.library)
    filled = filled if said.runs or said.runs_per_month else refill(filled, asked.library, cadence="one_off")
    case = answer_case(filled, asked.library, asked.day)
    return case, Problem(case.filled, asked.library, asked.day, brief=True)


def _on(said: Profile, asked: Asked, name: str) -> _Costed | None:
    """None where it is not priced, or does not do the work."""
    case, problem = _case(said, asked)
    options = [option for option in costed(case.options) if not option.at_hand]
    if said.candidates or said.instances:
        options = [option for option in options if option.named >= Named.BY_CHIP]
    lead = lead_of(options, case, asked.facts)
    if lead is None or (said.purchase and lead.purchase != said.purchase):
        return None
    return _Costed(name, lead, case, problem, cheaper_way(lead, options, case))


def _sooner(first: float, last: float) -> float:
    """Hours between the two; 0 where they are the same but for rounding."""
    return last - first if last - first > EVEN * last else 0.0


def _told(
    found: tuple[_Costed, ...], asked: Asked, *, saves: bool, wanted: str, missing: tuple[str, ...]
) -> FactAnswer | None:
    if len(found) < PAIR:
        return None
    ranked = sorted(found, key=lambda side: side.lead.run.usd.likely)
    first, last = ranked[0], ranked[-1]
    case, problem = first.case, first.problem
    unit = unit_of(case, problem)
    part = unit / case.filled.profile.tokens if unit and case.filled.profile.tokens else 1.0
    low, high = first.lead.run.usd.times(part), last.lead.run.usd.times(part)
    of_time = TIMED in asked.reading.cues and PAID not in asked.reading.cues
    ranked = sorted(ranked, key=lambda side: _hours(side).likely) if of_time else ranked
    by_time = sorted(range(len(ranked)), key=lambda at: _hours(ranked[at]).likely)
    hours = [_hours(side).times(part) for side in ranked]
    saved, runs = high.likely - low.likely, asked.profile.runs or case.filled.profile.runs or 1.0
    runs = runs if asked.profile.runs or asked.profile.runs_per_month else 1.0
    port = first.lead.port.usd.likely - last.lead.port.usd.likely
    best = _best(ranked, part)
    told = SidesCost(
        sides=tuple(_side(side, part) for side in ranked),
        of_time=of_time,
        overlap=_hours(ranked[0]).high > _hours(ranked[-1]).low,
        saves=saves,
        asked_first=not wanted or first.name == wanted,
        saved=saved,
        share=saved / high.likely if high.likely else 0.0,
        even=saved <= EVEN * high.likely,
        sure=low.high < high.low,
        best=best,
        best_saved=best[-1].usd - best[0].usd if best else 0.0,
        turns=bool(best) and best[0].instance != first.lead.instance,
        soonest=by_time[0],
        sooner=_sooner(hours[by_time[0]].likely, hours[by_time[-1]].likely),
        runs=runs,
        saved_in_all=saved * runs,
        port_usd=max(0.0, port),
        pays_after=port / saved if port > 0 and saved > 0 else 0.0,
        unit=unit,
        published_tokens=case.filled.profile.tokens if unit is None and of_makers(case.filled) else None,
        missing=missing,
        cites=tuple(dict.fromkeys(cite for side in ranked for cite in side.lead.price.cites[:1])),
    )
    shown = [option for side in ranked for option in (side.lead, side.cheaper) if option is not None]
    table = table_of(shown, first.lead, case.filled.profile).model_copy(update={"words": "estimate"})
    return FactAnswer(
        headline=told,
        sentences=tuple(_lines(ranked, asked)),
        table=None if unit else table,
        filled=case.filled,
        of_told=True,
    )


def _best(ranked: list[_Costed], part: float) -> tuple[BestWay, ...]:
    """The cheapest first; () where no other way is open to any of them."""
    if all(side.cheaper is None for side in ranked):
        return ()
    ways = [side.cheaper or side.lead for side in ranked]
    ways.sort(key=lambda way: way.run.usd.likely)
    return tuple(BestWay(way.count, way.instance, way.purchase, way.run.usd.likely * part) for way in ways)


def _side(side: _Costed, part: float) -> SideRun:
    lead = side.lead
    return SideRun(
        machines=lead.count,
        instance=lead.instance,
        chips=lead.chips,
        chip=lead.chip_name,
        purchase=lead.purchase,
        hours=_hours(side).times(part),
        usd=lead.run.usd.times(part),
        port_usd=lead.port.usd.likely,
        few=lead.too_few.said_chips if lead.too_few else 0,
        part=_part(side),
    )


def _part(side: _Costed) -> int:
    """Chips that were said, where the machine has more and is sold whole; 0 where it has as many."""
    said = side.problem.profile.accelerator_count or 0
    return said if side.lead.count == 1 and not side.lead.too_few and 0 < said < side.lead.chips else 0


def _hours(side: _Costed) -> Interval:
    """Of the chips that were said."""
    part = _part(side)
    return side.lead.run.hours.times(side.lead.chips / part) if part else side.lead.run.hours


def _lines(ranked: list[_Costed], asked: Asked) -> Iterator[Reason]:
    first = ranked[0]
    steps = {entry.label: entry.value.likely for entry in first.lead.steps}
    yield from (line for line in work_of(first.lead, first.case, first.problem, steps) if isinstance(line, WORK))
    worst = next((side for side in ranked if side.lead.speed.basis != "measured"), ranked[0])
    yield EstimateRange(basis=worst.lead.speed.basis, cites=worst.lead.speed.cites[:2])
    if not (asked.profile.cadence or asked.profile.runs or asked.profile.runs_per_month):
        yield OneRun()
