"""What is to be served: samples a second, or so many of them in all, by when, and on how many machines."""

from __future__ import annotations

from typing import NamedTuple

from engine.base.constants import Constants
from engine.forms.loads.model import Served
from engine.forms.loads.rates import CLIP_SECONDS
from engine.workload.profile import Profile
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

PEAKY = frozenset({"recommender", "encoder"})  # kinds that answer people, who come by day
WHOLE_TIMES = (720.0, 730.0, 8760.0)  # hours that a machine is on, of a month or a year, and none of sound
CLIPS = 120.0  # of 30 seconds, as which audio is counted, of an hour


class Load(NamedTuple):
    """`rate` samples a second, of traffic that goes on; or `number` of them, that end, in `days` where that was said.
    `busy`: the share of the hours the machines work."""

    rate: float | None
    number: float | None
    days: float | None
    busy: float
    passes: float = 1.0  # over the same sound, where it is heard as it comes
    monthly: bool = False  # the number is that of each month, done in batches


def load_of(
    served: Served, said: Profile, constants: Constants, told: float | None = None, *, waits: bool = False
) -> Load | None:
    """None where no amount was said. `told`: a rate in the words of the text, of work whose cost is told. `waits`: it
    is done in batches, whenever a machine is there: what comes in a month is a job of each month."""
    rate, passes = said.samples_per_second, 1.0
    if rate is None and said.requests_per_second is not None:
        rate = said.requests_per_second
    if told is not None and served.work is not None and served.model.unit == "request":
        rate = told
    if rate is None and served.model.unit == "clip" and said.concurrent_users and said.samples is None:
        rate = said.concurrent_users / CLIP_SECONDS  # calls that go on: an hour of sound in each hour
        passes = constants.likely("live_sound_passes")
    if rate is not None and waits and passes == 1.0 and served.model.kind not in PEAKY:
        a_month = rate * SECONDS_PER_HOUR * HOURS_PER_MONTH
        return Load(None, a_month, None, said.utilization or constants.likely("batch_utilization"), monthly=True)
    if rate is not None:
        share = "serving_utilisation" if served.model.kind in PEAKY else "steady_utilization"
        return Load(rate, None, None, said.utilization or constants.likely(share), passes)
    number = float(said.samples) if said.samples is not None else None
    if number is not None and said.runs_per_month and said.run_hours and served.model.unit != "clip":
        days = said.run_hours / HOURS_PER_DAY  # "every night, up to 6 h"
        return Load(None, number, days, said.utilization or constants.likely("batch_utilization"))
    if number is not None and said.runs_per_month and said.deadline_days is None and served.work is None:
        if waits:
            busy = said.utilization or constants.likely("batch_utilization")
            return Load(None, number * said.runs_per_month, None, busy, monthly=True)
        a_second = number * said.runs_per_month / HOURS_PER_MONTH / SECONDS_PER_HOUR
        return Load(a_second, None, None, said.utilization or constants.likely("steady_utilization"))
    if number is None and served.model.unit == "clip" and said.run_hours not in (None, *WHOLE_TIMES):
        number = (
            said.run_hours or 0.0
        ) * CLIPS  # hours of a model of speech that is not trained are those of the audio
    if number is None:
        return None
    return Load(None, number, said.deadline_days, said.utilization or constants.likely("batch_utilization"))


def hours_on(load: Load, speed: float, chips: float) -> float:
    """Hours that all samples take on so many chips."""
    return (load.number or 0.0) / (speed * chips * load.busy) / SECONDS_PER_HOUR
