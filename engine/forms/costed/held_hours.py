"""Hours of chips that are granted or paid for, against those that the work takes: whether they are enough."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.workload.profile import Reading

HELD, CHIPS = "chip_hours", "chip_hour"  # a chain, and its thing where the hours are those of chips


class HoursHeld(Reason, code="hours_held"):
    """Chip-hours at hand and those of one run on such a chip. `enough`: yes, no, or maybe within the range."""

    held: float
    needed: Interval
    chip: str
    enough: str


def holds_hours(reading: Reading) -> bool:
    """Whether hours of chips are at hand, so that these are to be enough."""
    return any(chain.slot == HELD and chain.parts[0].thing == CHIPS for chain in reading.chains)


def with_hours_held(rest: FactAnswer, reading: Reading) -> FactAnswer:
    """The estimate below whether hours that are at hand are enough for it; as it is where none are."""
    held = next((chain for chain in reading.chains if chain.slot == HELD and chain.parts[0].thing == CHIPS), None)
    cost = rest.headline
    if held is None or not isinstance(cost, RunEstimate):
        return rest
    needed = cost.hours.times(float(cost.chips))
    enough = "yes" if needed.high <= held.value else "no" if needed.low > held.value else "maybe"
    return rest.headed(HoursHeld(held=held.value, needed=needed, chip=cost.chip, enough=enough))
