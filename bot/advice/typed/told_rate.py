"""What the asker pays for an hour, as they say it: a rate that no chip has ever cost is a slip, and is not used."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from bot.wording.errors import UserError
from engine.prices.rate_bounds import RateBounds, rate_bounds
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts

SLOT = "current_usd_per_hour"
MACHINE = ("current_instances", "instances", "current_count", "on_premises")  # the slots that say of what


class Slip(NamedTuple):
    """A rate outside of the bounds of its chip. `per_chip`: USD a chip-hour."""

    name: str
    per_chip: Decimal
    bounds: RateBounds


def slip(profile: Profile, facts: Facts) -> Slip | None:
    """The rate that was said, if a chip of the machine it is for cannot cost that; None also where that is not known.

    What is owned may cost next to nothing an hour.
    """
    usd = profile.current_usd_per_hour
    names = profile.current_instances or profile.instances
    if usd is None or len(names) != 1:
        return None
    (name,) = names
    machine = facts.instances.get(name)
    if machine is not None:
        chip, chips = machine.accelerator, float(machine.count)
    elif name in facts.accelerators and profile.current_count:  # chips are paid for together
        chip, chips = name, float(profile.current_count)
    else:
        return None
    per_chip = Decimal(str(usd)) / Decimal(str(chips))
    bounds = rate_bounds(facts, chip)
    is_possible = bounds.take(per_chip) or (profile.on_premises and per_chip < bounds.low)
    return None if is_possible else Slip(name, per_chip, bounds)


def problem(profile: Profile, said: str, facts: Facts) -> UserError | None:
    """The same as one sentence; `said`: the rate as it was written."""
    odd = slip(profile, facts)
    if odd is None:
        return None
    return UserError(
        "own_price_bounds", value=said, name=odd.name, bounds=odd.bounds._asdict() | {"said": odd.per_chip}
    )


def without_slip(reading: Reading, facts: Facts) -> Reading:
    """The reading without such a rate: its words stand under what was not understood."""
    if slip(reading.profile, facts) is None:
        return reading
    words = reading.words.get(SLOT, "")
    told = tuple(part for part in words.split(", ") if part)
    return reading.model_copy(
        update={
            "profile": reading.profile.model_copy(update={SLOT: None}),
            "words": {slot: said for slot, said in reading.words.items() if slot != SLOT},
            "unread": (*reading.unread, *told),
            "unread_asked": (*reading.unread_asked, *told),
        }
    )
