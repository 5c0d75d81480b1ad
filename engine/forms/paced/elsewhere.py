"""A run whose time was told, carried to the machines that are asked about, or to those cheaper or in time.

hours there = hours x cards here x speed of one here / (cards there x speed of one there), by the data sheets.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.timed import told_of
from engine.forms.own.machines import Machine, held_hour, hour_of, times_as_fast
from engine.forms.paced.paces import Pace, paces_of
from engine.forms.parts.own_speed import JUDGED, own_speed
from engine.forms.told.passes import NormalUnknown
from engine.forms.told.scaling import least_usual
from engine.forms.worked.run_elsewhere import as_machine, named
from engine.workload.hours.told_times import told_times
from knowledge.units import HOURS_PER_YEAR, SECONDS_PER_HOUR

ASKS = frozenset({"dollars", "hours", "which", "compare", "able", "rate"})  # predicates
ELSE, TERMS = frozenset({"carbon", "meaning", "slow"}), "commit_strong"  # and a cue
# Slots of traffic, of a rhythm, of a run that is under way, of a sum of money.
OF_ELSE = frozenset({
    "runs_per_month", "tokens_per_day", "requests_per_second", "share_done",
    "elapsed_hours", "budget_usd", "credits_usd", "utilization", "concurrent_users",
})  # fmt: skip
UNDER_WAY = frozenset({"share_done", "elapsed_hours"})  # of them, those that tell the pace of the whole run
IDLE = frozenset({"gpu_idles", "cpu_bound"})  # cues of a card that waits, which no other helps
SHOPS = frozenset({"wants_other", "for_less", "in_less_time"})  # cues
WITHIN = re.compile(
    r"\b(?:in|within|under|below|less than|at most|deadline(?: of| is|:)?|inside|innerhalb|unter)\s+(?:an?\s+)?$",
    re.I,
)
HELD = re.compile(r"\b(?:for|during|next)\s+(?:about\s+|only\s+|the next\s+)?$", re.I)  # machines that are had
TRAINS = re.compile(r"\b(?:train|run|tak|took|work)\w*\b[^.?!]{0,40}$", re.I)
ONE_PASS = re.compile(r"\b(?:one|an|each|every|per|a single) (epoch|step)\b[^.?!]*$", re.I)
SAME = 0.01  # apart, of a time that is read in two ways
NORMAL, MANY = "is_normal", "how_many"  # cues
CLOUD, GPU = "aws", "gpu"  # and a family
SHOWN, SIDES, LEAST, WHOLE = 3, 20, 0.1, ""
COUNTED = frozenset({"epoch", "step"})  # things of which one may have a limit
BULK = frozenset({"token", "sample"})  # things of a job that is no training
MEASURED = "measured"  # the basis of a speed
LONGEST = 5 * HOURS_PER_YEAR


class There(Computed):
    """Hours between the bounds, and dollars, 0 where no price is held; `in_time`: yes, may (be) or no."""

    name: str
    cards: int
    instance: str
    machines: int  # of that type
    low: float
    high: float
    usd_low: float
    usd_high: float
    in_time: str
    more: bool  # as many more of its own


class Elsewhere(Reason, code="elsewhere"):
    """The first line: `took` hours on `cards` of `own` for `usd`, 0 without a price. `each` hours of one `noun`, of
    `parts`, 0 where the whole was told. `wanted`: hours there are, 0 where none are said; `factor` times as fast.
    `found`: the machines are none of those that were named. `cheaper`: the name of what surely costs least."""

    own: str
    cards: int
    took: float
    each: float
    noun: str
    parts: float
    times: float  # of the work that was timed
    usd: float
    wanted: float
    limit: float  # the same of one `noun`, 0 of the whole
    factor: float
    others: tuple[There, ...]
    found: bool
    cheaper: str


class ElsewhereMeans(Reason, code="elsewhere_means"):
    """What such bounds leave out."""

    ported: bool


class _Run(NamedTuple):
    hours: float
    each: float
    noun: str
    parts: float
    times: float
    own: Machine


def elsewhere(asked: Asked) -> FactAnswer | None:
    """None unless the time of one machine is told, and hours, dollars or a choice of others are asked for."""
    said, sought = asked.profile, set(asked.reading.sought.predicates)
    cues = set(asked.reading.cues)
    stated = said.stated().keys() - (UNDER_WAY if told_times(asked.reading.text).progress else frozenset())
    if ELSE & sought or not OF_ELSE.isdisjoint(stated) or asked.reading.measured.terms:
        return None
    if TERMS in cues or IDLE & cues:
        return None
    out = asked.reading.ruled_out.get("instances", ())
    every = [as_machine(asked, one) for one in named(asked) if one.type is None or one.type.id not in out]
    run = _run(asked, every)
    if run is None or not LEAST <= run.hours < LONGEST or (said.task == "inference" and run.noun not in BULK):
        return None
    wanted, limit = _wanted(asked, run)
    if not (ASKS & sought or wanted):
        return None
    own, factor = run.own, run.hours / wanted if wanted else 0.0
    others = [
        _counted(one, own) for one in every if one.chip.id != own.chip.id or (one.said and one.cards != own.cards)
    ]
    others = [one for one in others if one.chip.id != own.chip.id or one.cards != own.cards][:SHOWN]
    theirs = any(one.theirs for one in told_of(asked).times)  # whose hours are those asked about
    shops = not SHOPS.isdisjoint(asked.reading.cues) and not theirs
    found = not others and (shops or wanted > 0)
    if not others and not found:
        return None
    if others and GPU in said.candidates and all(one.chip.family != GPU for one in (own, *others)):
        others = [*others, *_known(asked, _shop(asked, run, wanted, SIDES))[:1]]  # "or just GPUs"
    if NORMAL in cues and wanted and not found:
        return None  # whether it is normal is told first
    rows = [_there(asked, run, one, every, wanted) for one in (others or _shop(asked, run, wanted))]
    if wanted and factor > 1:
        more = own._replace(cards=own.cards * math.ceil(factor))
        same = _there(asked, run, more, every, wanted, more=True)
        rows = [same, *rows[:1]] if found and MANY in cues else [*rows, same]
    lines = [one for one in rows if one is not None]
    if not lines or len(lines) < len(rows):
        return None
    price = hour_of(own, asked, every)
    usd = price.amount * own.cards * run.hours if price else 0.0
    first = Elsewhere(
        own=own.name, cards=own.units, took=run.hours, each=run.each, noun=run.noun, parts=run.parts, times=run.times,
        usd=usd, wanted=wanted, limit=limit, factor=factor, others=tuple(one for one, _ in lines), found=found,
        cheaper=_cheaper(own.name, usd, [one for one, _ in lines]),
        cites=tuple(dict.fromkeys((*(price.cites if price else ()), *(it for _, cites in lines for it in cites)))),
    )  # fmt: skip
    ported = any(one.chip.vendor != own.chip.vendor for one in others)
    means = ElsewhereMeans(ported=ported)
    judged = own_speed(asked.reading, asked.problem) if JUDGED & set(asked.reading.cues) else None
    if judged is not None:  # "is that normal? What would an A100 take?"
        return FactAnswer(headline=judged, sentences=(first, means), of_told=True, whole=True)
    normal = (NormalUnknown(),) if NORMAL in asked.reading.cues and not wanted else ()
    return FactAnswer(headline=first, sentences=(*normal, means), of_told=True, whole=True)


def _run(asked: Asked, every: list[Machine]) -> _Run | None:
    """Hours of the whole run, of the machine they were told of."""
    told = [one for one in paces_of(asked) if one.on is not None and one.on.chip is not None]
    chips = {one.on.chip.id for one in told if one.on is not None and one.on.chip is not None}
    if not told or len(chips) != 1:
        return None
    base = _base(asked, told)
    if base is None or base.on is None or base.on.chip is None:
        return None
    on, chip = base.on, base.on.chip
    kin = [one for one in every if one.at < on.last and on.first < one.end]  # a name may mean several chips
    kin = kin or [one for one in every if one.chip.id == chip.id]
    same = min(kin, key=lambda one: abs(one.at - on.first), default=None)
    cards = (same.cards if same and same.type else on.cards or (same.cards if same else 0)) or 1
    own = Machine(same.chip if same else chip, cards, same.type if same else None, on.first, on.last, True)
    each, parts = base.seconds / SECONDS_PER_HOUR, _parts(asked, base.thing)
    each /= cards if base.each else 1
    if base.thing != WHOLE and not parts:
        return None
    times = _more(asked)
    done = told_times(asked.reading.text).progress
    if done is not None and base.thing == WHOLE and abs(done.hours - each) < SAME * each:  # "after 24 h it is at 7%"
        each /= done.share
    return _Run(each * (parts or 1.0) * times, each if parts else 0.0, base.thing, parts, times, own)


def _base(asked: Asked, told: list[Pace]) -> Pace | None:
    """The time of one pass or step of which it is told how many there are, else of the whole run."""
    passes = told_times(asked.reading.text)
    if passes.one_pass and passes.passes:
        near = [one for one in told if abs(one.seconds / SECONDS_PER_HOUR / passes.one_pass - 1) < SAME]
        if near:
            return near[0]._replace(thing="epoch")
    for amount in passes.amounts:  # "50 epochs take 4 h ... for 3000 epochs"
        near = [one for one in told if abs(one.seconds / SECONDS_PER_HOUR / amount.hours - 1) < SAME]
        if near and _parts(asked, amount.unit) > amount.number:
            return near[0]._replace(thing=amount.unit, seconds=near[0].seconds / amount.number)
    counted = [one for one in told if one.thing != WHOLE and _parts(asked, one.thing)]
    if counted:
        return counted[0]
    whole = [one for one in told if one.thing == WHOLE and not _is_wanted(asked, one)]
    for one in whole:  # "one epoch of 190,000 images takes 3.5 hours on a T4 ... for 100 epochs"
        of_one = ONE_PASS.search(asked.reading.text[: one.first])
        if of_one and _parts(asked, of_one[1].lower()) > 1:
            return one._replace(thing=of_one[1].lower())
    long = [one for one in whole if asked.profile.run_hours == one.seconds / SECONDS_PER_HOUR]
    alone = not any(one.thing != WHOLE for one in told)
    return (long or whole)[0] if whole and alone else None


def _parts(asked: Asked, thing: str) -> float:
    """How many of them the run has; 0 where that is not told."""
    said = asked.profile
    if thing == "epoch":
        told = told_times(asked.reading.text).passes or said.epochs or 0.0
        return told if told > 1 else 1.0  # of one, where nobody says how many
    counts = {"step": said.steps, "token": said.tokens, "sample": said.samples}
    return float(counts.get(thing) or 0.0)


def _more(asked: Asked) -> float:
    """How much more sound there is than that whose time was told."""
    told = told_of(asked)
    contents = {one.content for one in told.times if one.content}
    lengths = [one for one in told.contents if one not in contents]
    return lengths[0] / contents.pop() if len(contents) == 1 and len(lengths) == 1 else 1.0


def _is_wanted(asked: Asked, pace: Pace) -> bool:
    before = asked.reading.text[: pace.first]
    return WITHIN.search(before) is not None or (HELD.search(before) is not None and not TRAINS.search(before))


def _wanted(asked: Asked, run: _Run) -> tuple[float, float]:
    """Hours that all of it is to take, where these are told as a limit and are fewer than it takes; and those of one
    pass or step, where the limit is of one."""
    told = (one for one in paces_of(asked) if one.thing == WHOLE and _is_wanted(asked, one))
    least = min((one.seconds / SECONDS_PER_HOUR for one in told), default=0.0)
    if run.noun in COUNTED and 0 < least < run.each < run.hours:
        return least * run.hours / run.each, least
    return (least, 0.0) if 0 < least < run.hours else (0.0, 0.0)


def _counted(other: Machine, own: Machine) -> Machine:
    """Of a chip without a number as many as it runs on; of a machine what it holds."""
    return other if other.said or other.type is not None else other._replace(cards=own.cards)


def _there(
    asked: Asked, run: _Run, other: Machine, every: list[Machine], wanted: float, *, more: bool = False
) -> tuple[There, tuple[str, ...]] | None:
    own = run.own
    ratio = times_as_fast(own, other) or _reached(asked, own, other)
    if ratio is None:
        return None
    hours = Interval(run.hours / ratio.high, run.hours / ratio.likely, run.hours / ratio.low)
    if own.chip.id == other.chip.id and other.cards > own.cards:
        hours = Interval(hours.low, hours.likely, hours.high / least_usual(asked.library.constants))
    price = hour_of(other, asked, every) or held_hour(other, asked)
    usd = price.amount * other.cards if price else 0.0
    held = asked.facts.instances.get(price.instance) if price else None
    in_time = "yes" if hours.high <= wanted else "may" if hours.low <= wanted else "no"
    made = There(
        name=other.chip.name, cards=other.cards, instance=price.instance if price else "",
        machines=math.ceil(other.cards / held.count) if held else 1, low=hours.low,
        high=hours.high, usd_low=usd * hours.low, usd_high=usd * hours.high, in_time=in_time if wanted else "",
        more=more,
    )  # fmt: skip
    return made, price.cites if price else ()


def _reached(asked: Asked, own: Machine, other: Machine) -> Interval | None:
    """Of other makers: by what both reach in training."""
    here, there = asked.problem.speed(own.chip), asked.problem.speed(other.chip)
    if here is None or there is None:
        return None
    return there.speed.times(here.speed.inverse()).times(other.cards / own.cards)


def _known(asked: Asked, found: list[Machine]) -> list[Machine]:
    """Those whose speed in training was measured first, the narrower range of dollars before the wider."""
    speeds = {one.chip.id: asked.problem.speed(one.chip) for one in found}
    return sorted(found, key=lambda one: (made := speeds[one.chip.id]) is None or made.basis != MEASURED)


def _shop(asked: Asked, run: _Run, wanted: float, shown: int = 3) -> list[Machine]:
    """One of each chip with no less memory in all, sold by the cloud that was said: in the time there is, the
    cheapest run first."""
    clouds, memory = set(asked.profile.clouds or (CLOUD,)), run.own.memory_gib
    found: dict[str, tuple[float, Machine]] = {}
    book = asked.library.prices(asked.day)
    for one in asked.facts.instances.values():
        chip = asked.facts.accelerators[one.accelerator]
        if one.cloud not in clouds or not chip.is_usual_gpu or not chip.trains or chip.id == run.own.chip.id:
            continue
        other = Machine(chip, one.count, one, 0, 0, True)
        able = chip.hbm_gib and other.memory_gib >= memory
        ratio = (times_as_fast(run.own, other) or _reached(asked, run.own, other)) if able else None
        quote = book.near(one, "on_demand", asked.profile.region) if ratio else None
        if ratio is None or quote is None or (wanted and run.hours / ratio.low > wanted):
            continue
        usd = quote.usd_per_hour.likely * run.hours / ratio.likely
        if chip.id not in found or usd < found[chip.id][0]:
            found[chip.id] = usd, other
    return [one for _, one in sorted(found.values(), key=lambda entry: entry[0])[:shown]]


def _cheaper(own: str, usd: float, lines: list[There]) -> str:
    """What costs less than all others whatever the bounds; "" where that is not sure."""
    sides = [(one.name, one.usd_low, one.usd_high) for one in lines if not one.more]
    sides += [(own, usd, usd)] if usd else []
    if any(not high for _, _, high in sides):
        return ""
    best = min(sides, key=lambda side: side[2])
    return best[0] if len(sides) > 1 and all(best[2] < low for name, low, _ in sides if name != best[0]) else ""
