"""What interruptions of spot, at the rate that is told, do to a run that saves nothing and to one that does."""

from __future__ import annotations

import math
import re

from engine.forms.form import Asked
from engine.forms.symptoms.symptom_reasons import SymptomSpot, SymptomTold
from engine.prices.spot import restart_minutes
from knowledge.units import MINUTES_PER_HOUR

HOURS = "spot_hours_between_interruptions"  # the constant
INTERVAL = 30.0  # minutes between checkpoints
HOPELESS = 1e5  # hours: nobody waits for that
MOST = 700.0  # beyond which e to it is no number
_EVERY = re.compile(
    r"(?:interrupt\w*|preempt\w*|reclaim\w*|evict\w*|taken)[^.?!\n]{0,40}?\bevery\s+(?:about |~|some )?"
    r"(\d+(?:\.\d+)?)(?:\s*(?:-|–|to)\s*(\d+(?:\.\d+)?))?\s*(?:h\b|hrs?\b|hours?\b)",
    re.IGNORECASE,
)


def interrupted(told: SymptomTold, asked: Asked) -> SymptomTold:
    """Where the length of the run is told; expected time of a run that starts from zero: (M + R)(e^(T/M) - 1)."""
    hours, constants = asked.profile.run_hours, asked.library.constants
    if not hours:
        return told
    found = _EVERY.search(asked.reading.text)
    mean = constants.likely(HOURS)
    if found is not None:
        first = float(found[1])
        mean = (first + float(found[2] or first)) / 2
    restart = restart_minutes("gpu", constants)
    power = hours / mean
    tries = math.exp(min(power, MOST))
    without = (mean + restart / MINUTES_PER_HOUR) * (tries - 1)
    return SymptomSpot(
        **told.values,
        cites=told.cites,
        hours=hours,
        mean=mean,
        tries=tries,
        without=without if without < HOPELESS else 0.0,
        times=power,
        added=power * (INTERVAL / 2 + restart) / MINUTES_PER_HOUR,
        interval=INTERVAL,
        restart=restart,
    )
