"""How long so many steps take at the speed that was said: a product of two told figures, which needs no model."""

from __future__ import annotations

from engine.base.reason import Reason
from engine.workload.profile import Profile
from knowledge.units import SECONDS_PER_HOUR

COMPARABLE = ("parameters", "model", "current_count")


class StepsTake(Reason, code="steps_take"):
    """The hours of all steps; beside hours that were told, the seconds a step would take in them."""

    steps: float
    seconds: float
    hours: float
    told_hours: float = 0
    told_seconds: float = 0


def steps_take(said: Profile) -> StepsTake | None:
    """None where steps or their speed were not said; nor where a size or a number of chips was, by which other chips
    can be set against them."""
    stated = said.stated()
    if said.steps is None or not said.seconds_per_step or any(slot in stated for slot in COMPARABLE):
        return None
    hours = said.steps * said.seconds_per_step / SECONDS_PER_HOUR
    told = said.run_hours or 0
    return StepsTake(
        steps=said.steps,
        seconds=said.seconds_per_step,
        hours=hours,
        told_hours=told,
        told_seconds=told * SECONDS_PER_HOUR / said.steps,
    )


def by_hours(said: Profile) -> Profile:
    """The same work by the hours that its steps take, on the machine that was named."""
    steps, seconds = said.steps or 0, said.seconds_per_step or 0
    hours = steps * seconds / SECONDS_PER_HOUR
    gone = {"steps": None, "seconds_per_step": None, "current_instances": (), "current_count": None}
    return said.model_copy(update={**gone, "run_hours": hours})
