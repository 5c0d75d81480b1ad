"""What a load is counted in when it is told: images, hours of sound, so many a second or a day."""

from __future__ import annotations

from engine.forms.loads.load import Load
from engine.forms.loads.model import Served
from engine.forms.loads.rates import CLIP_SECONDS
from engine.forms.loads.ways import Way
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

MOSTLY_OFF = 0.5  # share of the time at work, below which a machine that is switched off between is worth telling
SELDOM = 1.0  # images a second, below which they are made by the day


def unit_of(served: Served) -> str:
    """An hour of sound, else what the model makes or reads."""
    return "hour" if served.model.unit == "clip" else served.model.unit


def shown_of(served: Served, rate: float) -> float:
    """Samples a second; of audio seconds of it a second, which are hours an hour."""
    return rate * CLIP_SECONDS if served.model.unit == "clip" else rate


def shown_number(served: Served, load: Load) -> float:
    """Samples of a job in all; of sound hours."""
    return (load.number or 0.0) * (CLIP_SECONDS / SECONDS_PER_HOUR if served.model.unit == "clip" else 1.0)


def a_day_of(served: Served, load: Load) -> float | None:
    """Samples of a day, of what comes more seldom than once a second or so; hours of sound of a day."""
    if not load.rate or load.passes > 1 or load.rate >= SELDOM:
        return None
    in_hours = CLIP_SECONDS / SECONDS_PER_HOUR if served.model.unit == "clip" else 1.0
    return load.rate * HOURS_PER_DAY * SECONDS_PER_HOUR * in_hours


def hours_at_work(served: Served, load: Load, lead: Way) -> float:
    """Hours a month in which one machine does what comes in batches, off between; 0 where that saves little, or the
    sound is live."""
    chips = lead.instance.count
    made = served.model.unit in ("image", "video") and (load.rate or 0.0) < SELDOM
    by_batch = served.model.unit == "clip" or made
    if not by_batch or load.passes > 1 or lead.machines != 1 or not load.rate:
        return 0.0
    busy = load.rate / (lead.rate.speed.likely * chips)
    return HOURS_PER_MONTH * busy if busy < MOSTLY_OFF else 0.0
