"""How long a run takes by the time of one pass, of some steps, or by how far it has come."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.parts.own_speed import chip_of, measured_on
from engine.forms.parts.unknown_work import says_data
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import about, count_of
from engine.workload.hours.told_times import ToldTimes, told_times
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues
from knowledge.facts import Accelerator

ASKS = ("asks_time", "asks_cost", "judged", "is_normal", "estimate_strong", "debugging", "speed_word")  # cues
NORMAL = frozenset({"judged", "is_normal", "debugging"})
OTHERS = ("carbon_strong", "commit_strong", "which_hardware")
SEVERAL = 2


class PassesTake(Reason, code="passes_take"):
    """Hours of `passes` at `each` hours; of ten and of a hundred, too. `chip` is what it was timed on."""

    each: float
    passes: float | None
    hours: float | None
    chip_hours: float | None
    ten: float
    hundred: float
    chips: int
    chip: str | None


class PassUnknown(Reason, code="pass_unknown"):
    """So many passes of which nobody said how long one is: the hours at half an hour and at two hours each."""

    passes: float
    short: float
    long: float


class AmountTakes(Reason, code="amount_takes"):
    """Hours that were told of several passes or steps together, and what that is for one."""

    unit: str
    number: float
    hours: float
    each: float


class ProgressTakes(Reason, code="progress_takes"):
    """Hours in all and left, by the share that is done: `done` of `whole`, where they are told."""

    share: float
    done: float | None
    whole: float | None
    passed: float
    hours: float
    left: float


class OnOtherChip(Reason, code="on_other_chip"):
    """The same hours on another chip, by what both reach in training; `each`: hours of one pass there."""

    chip: str
    measured: str
    hours: Interval
    of_passes: float
    times: Interval


class NormalUnknown(Reason, code="normal_unknown"):
    """That a time alone is neither normal nor slow, and how to see which it is."""

    trains: bool = True


class WhichPass(Reason, code="which_pass"):
    """What one pass is, or what is run, and what its time is set against."""

    trains: bool = True


def asks_of_times(seen: FormCues) -> bool:
    """Whether sums over times that were told answer the text: how long, how much, is it normal."""
    if seen.before or seen.has(*OTHERS) or not (seen.asks or seen.has(*ASKS)):
        return False
    return seen.has(*ASKS) and _is_enough(told_times(seen.text), seen.profile)


def _is_enough(told: ToldTimes, said: Profile) -> bool:
    """Of a model of a known size its work says more than the time of a pass, unless that gives the hours in all."""
    sized = said.parameters is not None or said.model is not None
    if told.progress is not None:
        return not (sized and said.share_done and says_data(said))
    whole = told.one_pass is not None and told.passes is not None
    stepped = said.steps is not None and said.seconds_per_step is not None  # hours, and dollars where it runs
    return whole or (told.any and not sized and not stepped)


def of_times(asked: Problem, reading: Reading) -> FactAnswer | None:
    """None where no time was told of a pass, of steps or of progress."""
    told = told_times(reading.text)
    if not _is_enough(told, reading.profile):
        return None
    lines = tuple(_lines(told, asked, reading))
    judged = not NORMAL.isdisjoint(reading.cues) and told.progress is None
    if not judged:
        counted = told.progress is not None and told.progress.whole is not None  # the sum takes all that was told
        return FactAnswer(headline=lines[0], sentences=lines[1:], whole=counted)
    lines = (*lines, NormalUnknown()) if told.passes else (NormalUnknown(), *lines)
    return FactAnswer(headline=lines[0], sentences=lines[1:], questions=(WhichPass(),))


def hours_in_all(reading: Reading) -> float | None:
    """The hours of the whole run by what was told of it; None where that does not follow."""
    told = told_times(reading.text)
    if told.progress is not None:
        return told.progress.hours / told.progress.share
    return told.one_pass * told.passes if told.one_pass and told.passes else None


def pass_unknown(reading: Reading) -> PassUnknown | None:
    """None where fewer than two passes were said, or the time of one was."""
    told = told_times(reading.text)
    passes = told.passes or reading.profile.epochs
    if told.any or passes is None or passes < SEVERAL:
        return None
    return PassUnknown(passes=passes, short=passes / 2, long=passes * 2)


def _lines(told: ToldTimes, asked: Problem, reading: Reading) -> Iterator[Reason]:
    """The sums, the asker's own first."""
    one = measured_on(reading)
    chip = chip_of(asked, one) if one and one.id not in FAMILIES else None
    chips = (count_of(one, reading) if one else None) or 1
    if told.progress is not None:
        at = told.progress
        hours = at.hours / at.share
        yield ProgressTakes(
            share=at.share, done=at.done, whole=at.whole, passed=at.hours, hours=hours, left=hours - at.hours
        )
    if told.one_pass:
        passes = told.passes
        whole = told.one_pass * passes if passes else None
        name = chip.name if chip else None
        yield PassesTake(
            each=told.one_pass,
            passes=passes,
            hours=whole,
            chip_hours=whole * chips if whole else None,
            ten=told.one_pass * 10,
            hundred=told.one_pass * 100,
            chips=chips,
            chip=name,
        )
        if chip is not None and (line := _on_other(told.one_pass, passes or 1.0, chip, asked, reading)):
            yield line
    for amount in told.amounts:
        yield AmountTakes(unit=amount.unit, number=amount.number, hours=amount.hours, each=amount.each)


def _on_other(each: float, passes: float, chip: Accelerator, asked: Problem, reading: Reading) -> OnOtherChip | None:
    """None where no other chip is asked about, or nothing is known of the speed of either."""
    own = measured_on(reading)
    others = (one for one in about(reading) if one.id not in FAMILIES and (own is None or one.id != own.id))
    kinds = (chip_of(asked, one) for one in others)
    other = next((kind for kind in kinds if kind is not None and kind.id != chip.id), None)
    here, there = asked.speed(chip), asked.speed(other) if other else None
    if other is None or here is None or there is None:
        return None
    times = Interval(
        there.speed.low / here.speed.likely,
        there.speed.likely / here.speed.likely,
        there.speed.high / here.speed.likely,
    )
    hours = each * passes
    return OnOtherChip(
        chip=other.name,
        measured=chip.name,
        hours=Interval(hours / times.high, hours / times.likely, hours / times.low),
        of_passes=passes,
        times=times,
        cites=there.cites[:1],
    )
