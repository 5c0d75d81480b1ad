"""What is said of times that were told, each of a machine. Worded in templates/words/forms/there.j2."""

from __future__ import annotations

from typing import Literal

from engine.base.reason import Reason
from engine.forms.joined.timed import WHOLE

Verdict = Literal["expected", "beyond", "reversed", "short"]


class HoursThere(Reason, code="hours_there"):
    """`hours` on `here_count` of `here` are `low` to `high` on `there_count` of `there`; of one `unit` ("": a run).

    `math`, `band`: how many times the 16-bit math and the bandwidth of one chip there is; `wanted`: hours it shall
    take there, 0 where none were told; `reached`: by the lower bound at least. `plain`: the same in FP32. `steps`: so
    many the hours are of; `slower`: somebody wonders that it takes longer here, and it has to.
    """

    here: str
    there: str
    here_count: int
    there_count: int
    hours: float
    low: float
    high: float
    math: float
    band: float
    plain: float | None
    wanted: float
    reached: bool
    unit: str = WHOLE
    many: float = 0.0  # of which so many were told, 0 for one; `in_all`: hours of all of them here, and both there
    in_all: tuple[float, float, float] | None = None
    rate: float | None = None
    same_low: float | None = None  # on as many there, where no number was said
    same_high: float | None = None
    low_rate: float | None = None  # a second, there
    high_rate: float | None = None
    steps: float | None = None
    slower: bool = False


class DollarsThere(Reason, code="dollars_there"):
    """The same hours in dollars, on `count` of `there` at `rate` a chip-hour on demand."""

    there: str
    count: int
    low: float
    high: float
    rate: float
    instance: str


class HoursThereMeans(Reason, code="hours_there_means"):
    """What such bounds leave out."""


class TimesThere(Reason, code="times_there"):
    """No time was told: `low` to `high` times as long on `there_count` of `there` as on what others used."""

    here: str
    there: str
    here_count: int
    there_count: int
    low: float
    high: float
    math: float
    band: float
    day_low: float  # hours there of a day here
    day_high: float


class TwoTimes(Reason, code="two_times"):
    """The same on two machines: `times` as long on `slow`, where the data sheets and the counts give `low` to `high`.

    `expected` to `expected_most`: hours on `slow` by that of `fast`; of verdict "short" those on `fast` by that of
    `slow`. `judged`: whether that is normal is asked.
    """

    slow: str
    fast: str
    slow_count: int
    fast_count: int
    slow_hours: float
    fast_hours: float
    slow_rate: float | None
    fast_rate: float | None
    unit: str
    times: float
    low: float
    high: float
    expected: float
    expected_most: float
    least_rate: float | None  # the same in a second, where rates were told
    most_rate: float | None
    band: float
    math: float
    plain: float | None
    verdict: Verdict
    judged: bool
    content: float | None  # hours of a recording, where times are of one


class OwnAgainstTheirs(Reason, code="own_against_theirs"):
    """The asker's time against that of others, of one `unit`: `times` as long; `same`: on the same machine.

    `machine`: that it was measured on, "" where it is not known; `count` of it.
    """

    own: float
    theirs: float
    own_rate: float | None
    theirs_rate: float | None
    unit: str
    times: float
    machine: str
    count: int
    same: bool
    slower: bool


class NoGain(Reason, code="no_gain"):
    """What more cards usually bring, and why a time that stays the same may be none of it.

    `serves`: one copy of a model is split over them.
    """

    judged: bool
    serves: bool


class StepsOfPass(Reason, code="steps_of_pass"):
    """Steps of a pass of `hours`, at `seconds` each; `passes` of them take `whole` hours, None where not said."""

    seconds: float
    hours: float
    steps: float
    passes: float | None
    whole: float | None


class StepsOfData(Reason, code="steps_of_data"):
    """Steps and hours of a pass over `samples` at `seconds` a step of `batch`; `told`: the batch was said."""

    samples: int
    seconds: float
    batch: int
    steps: float
    hours: float
    told: bool


class HostBound(Reason, code="host_bound"):
    """The GPU waits while the CPU is at its limit, as was told."""

    judged: bool


class TimeNeeds(Reason, code="time_needs"):
    """How fast a chip is by its data sheet, where nobody said what runs on it."""

    chip: str
    tflops: float
    gbps: float
    sixteen: bool


class OfRecording(Reason, code="of_recording"):
    """Hours for a recording of `content` hours: `times` as long as it lasts, or `faster` than it plays."""

    took: float
    content: float
    times: float
    faster: float
    chip: str | None


class WhichHours(Reason, code="which_hours"):
    """How long it took there."""
