"""What a time that was told of one machine means on another, and whether two times agree with the data sheets.

hours there = hours here x (cards here / cards there) x (the chip here / the chip there): by 16-bit math, by memory
bandwidth, and by FP32 math where neither card has a faster 32-bit format. Between them it lies, for work that keeps
the card busy. Which time is of which machine is decided in `timed`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.forms.against.against import CausesOfSlow
from engine.forms.cards.sides import CardSide, bandwidth_over, compute_over, plain_over
from engine.forms.form import Asked
from engine.forms.joined.time_lines import (
    DollarsThere,
    HoursThere,
    HoursThereMeans,
    OwnAgainstTheirs,
    TimesThere,
    TwoTimes,
    Verdict,
    WhichHours,
)
from engine.forms.joined.timed import (
    JUDGED,
    WHOLE,
    Machine,
    Timed,
    Told,
    asks_of,
    is_judged,
    is_of_others,
    plainly,
    told_of,
)
from engine.forms.joined.told_amounts import many_of_each
from engine.forms.told.on_other import hour_of
from engine.forms.told.scaling import least_usual
from engine.workload.hours.told_times import told_times
from engine.workload.phases import SERVES, phases_said
from knowledge.facts import Accelerator
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR

# Predicates of times; those that carry one over; those beside which hours have to be asked, too.
OF_TIME = frozenset({"hours", "judge", "why", "slow", "able", "rate", "compare", "fit", "used", "effect"})
SET_AGAINST = frozenset({"rate", "compare"})
CARRIED = frozenset({"hours", "rate", "used", "compare", "judge", "why"})
OPEN, PAIR = frozenset({"support", "able"}), 2  # predicates of who asks nothing in particular of another machine
ELSE = frozenset({"fit", "able", "how", "support", "which"})
UNITS = (WHOLE, "epoch", "step")  # the first that two machines share; then any other
NEAR = 1.25  # times a bound that figures may lie beyond it and still be of the card
APART = 1000.0  # times as long: no longer the same work
SEVERAL = 1.5  # times that figures of others differ: nobody knows which is meant
TARGETS = 3
NAME = 24  # characters of the name of a type, at most
TRAINING = "training"  # the phase
TABLE = re.compile(r"\|[^|\n]*\d[^|\n]*\|[^|\n]*\d[^|\n]*\|")


class _Of(NamedTuple):
    """A machine with the number that holds for it, and its times."""

    chip: Accelerator
    cards: int
    times: tuple[Timed, ...]
    said: bool  # the number


def by_machines(asked: Asked) -> FactAnswer | None:
    """None unless times stand with machines and what is asked is of them."""
    sought = frozenset(asked.reading.sought.predicates)
    if _asks_of_step(sought, asked):
        asked = _of_rate(asked)
        sought = frozenset(asked.reading.sought.predicates)
    if (sought and not sought & OF_TIME) or ("dollars" in sought and "hours" not in sought):
        return None
    if asked.profile.horizon_months and not (asked.profile.run_hours or asked.profile.current_hours_per_run):
        return None  # "weekly, for 3 years" is how long runs count, and the time of none
    every = _of_types(told_of(asked), asked)
    told = _with_wholes(plainly(every), asked)
    if asked.profile.requests_per_second:  # "50M docs a day" is a load, and no pace of what is named beside it
        told = told._replace(times=tuple(one for one in told.times if one.rate is None))
    machines = _machines(told)
    if TABLE.search(asked.reading.text):
        return None  # whose cells are of no sentence
    if not told.times:
        return None
    wanted = [one.hours for one in every.times if one.wished]
    return _against(machines, asked) or _theirs(told, machines, asked) or _carried(told, machines, wanted, asked)


def _of_types(told: Told, asked: Asked) -> Told:
    """With the chips of each type that was named without a number: a p4d.24xlarge has eight."""
    types, text = asked.facts.instances, asked.reading.text.casefold()
    whole: list[Machine] = []
    for one in told.machines:
        words = [word for word in re.split(r"[\s(),;?!]+", text[one.first : one.last + NAME]) if word]
        name = words[0].rstrip(".:") if words else ""
        kin = [types[name]] if name in types else [thing for thing in types.values() if thing.line == name]
        count = max((thing.count for thing in kin), default=0) if one.cards is None and one.chip else 0
        whole.append(one._replace(cards=count) if count else one)
    return told._replace(machines=tuple(whole))


def _asks_of_step(sought: frozenset[str], asked: Asked) -> bool:
    """ "We get 1.1 s/it on A100, what on L40S?": a step of one's own, and another machine, whatever it says of it."""
    said = asked.profile
    named = {one.id for one in asked.reading.hardware}
    alone = not (said.parameters or said.model or said.steps)
    return sought <= OPEN and bool(said.seconds_per_step) and alone and len(named) == PAIR


def _of_rate(asked: Asked) -> Asked:
    sought = asked.reading.sought.model_copy(update={"predicates": ("rate",)})
    return Asked(asked.reading.model_copy(update={"sought": sought}), asked.library, asked.day, asked.found)


def ratio_alone(asked: Asked) -> FactAnswer | None:
    """How many times as long a run of others takes on another machine; None unless no time of theirs is told."""
    told = told_of(asked)
    if "hours" not in asked.reading.sought.predicates or plainly(told).times:
        return None
    text = asked.reading.text
    machines = [one for one in told.machines if one.chip is not None]
    theirs = {(one.chip.id, _number(one, told)): one for one in machines if one.chip and is_of_others(one, text)}
    own = {
        (one.chip.id, _number(one, told)): one
        for one in machines
        if one.chip and not is_of_others(one, text)
    }  # fmt: skip
    here, there = next(iter(theirs), None), next((key for key in own if key not in theirs), None)
    if len(theirs) != 1 or here is None or there is None:
        return None
    source, target = theirs[here].chip, own[there].chip
    if source is None or target is None:
        return None
    math, band, _ = _over(source, target)
    counts = here[1] / there[1]
    low, high = sorted((counts * math[0], counts * band))
    first = TimesThere(
        here=source.name, there=target.name, here_count=here[1], there_count=there[1], low=low, high=high,
        math=math[0], band=band, day_low=low * HOURS_PER_DAY, day_high=high * HOURS_PER_DAY,
        cites=_sources(source, target),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(HoursThereMeans(),), questions=(WhichHours(),), of_told=True)


def _with_wholes(told: Told, asked: Asked) -> Told:
    """With the whole of a run of which a step or a pass was timed and all were counted, beside another's whole."""
    counts = {"step": asked.profile.steps, "epoch": told_times(asked.reading.text).passes}
    whole = [one for one in told.times if one.unit == WHOLE]
    made: list[Timed] = []
    for one in told.times:
        many = counts.get(one.unit)
        other = any(it.theirs != one.theirs or (it.on and one.on and it.on.key != one.on.key) for it in whole)
        own = any(it.theirs == one.theirs and it.on == one.on for it in (*whole, *made))
        if many and one.number == 1 and one.rate is None and other and not own:
            made.append(one._replace(hours=one.hours * many, unit=WHOLE))
    return told._replace(times=(*told.times, *made))


def _machines(told: Told) -> tuple[_Of, ...]:
    """Every chip in each number it is named in; a mention without one has the only number of that chip."""
    found: dict[tuple[str, int], tuple[Accelerator, list[Timed]]] = {}
    for one in told.machines:
        if one.chip is not None:
            found.setdefault((one.chip.id, _number(one, told)), (one.chip, []))
    for time in told.times:
        if time.on is not None and time.on.chip is not None:
            key = time.on.chip.id, _number(time.on, told)
            found.setdefault(key, (time.on.chip, []))[1].append(time)
    said = {one.chip.id for one in told.machines if one.chip and one.cards}
    return tuple(_Of(chip, count, tuple(times), chip.id in said) for (_, count), (chip, times) in found.items())


def _number(one: Machine, told: Told) -> int:
    if one.cards:
        return one.cards
    counts = {other.cards for other in told.machines if other.chip == one.chip and other.cards}
    return counts.pop() if len(counts) == 1 else 1


def _against(machines: tuple[_Of, ...], asked: Asked) -> FactAnswer | None:
    """Two machines that have a time of the same unit each."""
    timed_ones = [one for one in machines if one.times]
    same = len({one.chip.id for one in timed_ones}) == 1
    units = {time.unit for one in timed_ones for time in one.times}
    for unit in sorted(units, key=lambda one: UNITS.index(one) if one in UNITS else len(UNITS)):
        if same and unit == "step":
            continue  # in which the batch has part
        both = [(one, time) for one in timed_ones if (time := _time_of(one, unit)) is not None]
        both.sort(key=lambda entry: -entry[1].hours)
        lines = [line for one in both[:-1] if (line := _two(one, both[-1], asked)) is not None]
        lines[1:] = [line.model_copy(update={"judged": False}) for line in lines[1:]]
        if lines:
            expected = all(line.verdict == "expected" for line in lines)
            several = any(one.cards > 1 for one, _ in both)
            rest = HoursThereMeans() if expected else CausesOfSlow(several=several, times=False)
            return FactAnswer(headline=lines[0], sentences=(*lines[1:], rest), of_told=True)
    return None


def _time_of(one: _Of, unit: str) -> Timed | None:
    """Of a whole run the longest that is told, else the first."""
    found = [time for time in one.times if time.unit == unit]
    return (max(found, key=lambda time: time.hours) if unit == WHOLE else found[0]) if found else None


def _two(one: tuple[_Of, Timed], other: tuple[_Of, Timed], asked: Asked) -> TwoTimes | None:
    """The slower one against the faster."""
    (slow, long), (fast, short) = one, other
    ratio = long.hours / short.hours
    if ratio > APART:
        return None
    counts = fast.cards / slow.cards
    math, band, plain = _over(fast.chip, slow.chip)
    by = (band,) if _writes_text(asked) else (*math, band, *((plain,) if plain else ()))
    bounds = [counts * value for value in by]
    low, high = min(bounds), max(bounds)
    verdict: Verdict = (
        "expected" if low / NEAR <= ratio <= high * NEAR
        else "short" if ratio < low
        else "reversed" if high < 1
        else "beyond"
    )  # fmt: skip
    expected = (
        (long.hours / high, long.hours / low) if verdict == "short" else (short.hours * low, short.hours * high)
    )
    return TwoTimes(
        slow=slow.chip.name, fast=fast.chip.name, slow_count=slow.cards, fast_count=fast.cards,
        slow_hours=long.hours, fast_hours=short.hours, slow_rate=long.rate, fast_rate=short.rate, unit=long.unit,
        times=ratio, low=low, high=high,
        expected=expected[0], expected_most=expected[1],
        least_rate=_a_second(expected[1]) if long.rate else None,
        most_rate=_a_second(expected[0]) if long.rate else None,
        band=band, math=math[0], plain=plain, verdict=verdict, judged=is_judged(asked),
        content=long.content if long.content == short.content else None,
        cites=_sources(slow.chip, fast.chip),
    )  # fmt: skip


def _theirs(told: Told, machines: tuple[_Of, ...], asked: Asked) -> FactAnswer | None:
    """One's own time against that of others where no second machine is named with it."""
    if len(machines) > 1 or (JUDGED | SET_AGAINST).isdisjoint(asked.reading.sought.predicates):
        return None
    for unit in dict.fromkeys(one.unit for one in told.times):
        own = [one for one in told.times if one.unit == unit and not one.theirs]
        others = [one for one in told.times if one.unit == unit and one.theirs]
        if not own or not others or (unit == WHOLE and not machines):
            continue
        mine, reference = own[-1], others[-1]
        spread = max(one.hours for one in others) / min(one.hours for one in others)
        times = mine.hours / reference.hours
        if spread > SEVERAL or not 1 / APART < times < APART:
            continue
        machine = machines[0] if machines else None
        first = OwnAgainstTheirs(
            own=mine.hours, theirs=reference.hours, own_rate=mine.rate, theirs_rate=reference.rate, unit=unit,
            times=max(times, 1 / times), machine=machine.chip.name if machine else "",
            count=machine.cards if machine else 1, same=False, slower=times > 1,
        )  # fmt: skip
        return FactAnswer(headline=first, sentences=(CausesOfSlow(several=False, times=False),), of_told=True)
    return None


def _carried(told: Told, machines: tuple[_Of, ...], wanted: list[float], asked: Asked) -> FactAnswer | None:
    """A time of one machine on those that have none."""
    sources = [one for one in machines if one.times]
    targets = [one for one in machines if not one.times]
    sought = frozenset(asked.reading.sought.predicates)
    if len(sources) != 1 or not 1 <= len(targets) <= TARGETS or (sought and not sought & CARRIED and not wanted):
        return None
    if (sought & ELSE and "hours" not in sought and not wanted) or told_times(
        asked.reading.text
    ).progress is not None:
        return None
    here = sources[0]
    unit = min((time.unit for time in here.times), key=lambda one: UNITS.index(one) if one in UNITS else len(UNITS))
    time = _time_of(here, unit)
    if time is None or unit == "token":
        return None
    asked_of = {
        (one.chip.id, _number(one, told)) for one in told.machines if one.chip and asks_of(one, asked.reading.text)
    }
    found = [one for one in targets if (one.chip.id, one.cards) in asked_of] or targets
    lines = tuple(_there(here, time, there, wanted, asked) for there in found)
    paid = [one for line, there in zip(lines, found, strict=True) if (one := _paid(line, there, asked)) is not None]
    return FactAnswer(headline=lines[0], sentences=(*lines[1:], *paid, HoursThereMeans()), of_told=True)


def carried_to(time: Timed, others: list[Machine], asked: Asked) -> FactAnswer | None:
    """Hours of a whole run on machines whose chip and number are known; None where that of the time is not."""
    if time.on is None or time.on.chip is None or not time.on.cards:
        return None
    here = _Of(time.on.chip, time.on.cards, (time,), True)
    there = [_Of(one.chip, one.cards, (), True) for one in others if one.chip is not None and one.cards]
    lines = tuple(_there(here, time, one, [], asked) for one in there)
    paid = [it for line, one in zip(lines, there, strict=True) if (it := _paid(line, one, asked)) is not None]
    return FactAnswer(headline=lines[0], sentences=(*lines[1:], *paid, HoursThereMeans()), of_told=True, whole=True)


def hours_over(here: Accelerator, there: Accelerator) -> tuple[float, float]:
    """How many times the hours of one chip another takes, at least and at most: by 16-bit math and by bandwidth."""
    math, band, _ = _over(here, there)
    return min(math[0], band), max(math[0], band)


def _paid(line: HoursThere, there: _Of, asked: Asked) -> DollarsThere | None:
    """None of a step or a rate, and where no price of the chip is known; of chip-hours, whatever their number."""
    price = hour_of(there.chip, asked.problem)
    if line.unit != WHOLE or line.rate or not price.usd:
        return None
    each = there.cards * price.usd
    return DollarsThere(
        there=there.chip.name, count=there.cards, low=line.low * each, high=line.high * each, rate=price.usd,
        instance=price.instance, cites=price.cites[:1],
    )  # fmt: skip


def _there(here: _Of, time: Timed, there: _Of, wanted: list[float], asked: Asked) -> HoursThere:
    math, band, plain = _over(there.chip, here.chip)
    whole = time.hours * time.number
    hours = whole * here.cards / there.cards
    same = here.chip.id == there.chip.id
    by = (
        [hours, hours / least_usual(asked.library.constants) if there.cards > here.cards else hours]
        if same
        else [hours / v for v in (math[0], band)]
    )
    target = (asked.profile.deadline_days or 0.0) * HOURS_PER_DAY or next(iter(wanted), 0.0)
    low, high = min(by), max(by)
    target = 0.0 if round(target, 3) == round(whole, 3) else target
    open_count = here.cards > 1 and not there.said and not time.rate
    wondered = "slow" in asked.reading.sought.predicates and low < whole
    many = 0.0 if time.rate or time.number > 1 else many_of_each(asked.reading.measured.measures)
    return HoursThere(
        here=here.chip.name, there=there.chip.name, here_count=here.cards, there_count=there.cards,
        hours=whole, low=low, high=high, math=math[0], band=band,
        plain=hours / plain if plain and not same and not low / NEAR <= hours / plain <= high * NEAR else None,
        wanted=target, reached=low <= target, unit=WHOLE if time.number > 1 else time.unit, rate=time.rate,
        same_low=low / here.cards if open_count else None, same_high=high / here.cards if open_count else None,
        low_rate=_a_second(high) if time.rate else None, high_rate=_a_second(low) if time.rate else None,
        steps=time.number if time.number > 1 and time.unit == "step" else None,
        many=many, in_all=(many * whole, many * low, many * high) if many else None,
        slower=wondered and high <= whole and not target,
        cites=_sources(here.chip, there.chip),
    )  # fmt: skip


def _a_second(hours: float) -> float:
    return 1 / (hours * SECONDS_PER_HOUR)


def _over(one: Accelerator, other: Accelerator) -> tuple[tuple[float, float], float, float | None]:
    """The 16-bit math as it is trained and at most, the bandwidth, and FP32 where neither has a faster format of 32
    bits, of one over the other."""
    mine, theirs = CardSide(one.id, (one,)), CardSide(other.id, (other,))
    as_trained = one.bf16_dense_tflops.value / other.bf16_dense_tflops.value
    low, high = compute_over(mine, theirs)
    plain = None if one.has_bf16 and other.has_bf16 else plain_over(mine, theirs)
    return (as_trained, high if as_trained == low else low), bandwidth_over(mine, theirs)[0], plain


def _writes_text(asked: Asked) -> bool:
    """Whether a language model is served: writing text waits for memory."""
    said = asked.profile
    trains = TRAINING in phases_said(asked.reading) and SERVES not in asked.reading.cues
    return bool(said.parameters or said.model) and not trains and said.architecture in (None, "transformer", "moe")


def _sources(*chips: Accelerator) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chip.hbm_gbps.source for chip in chips))
