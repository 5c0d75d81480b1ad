"""What a chip-hour can plausibly cost: a rate outside is a slip, such as a monthly sum."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from engine.base.of_facts import once
from knowledge.facts import Facts

HELD, UNHELD = "own_rate_times_held", "own_rate_per_chip_hour"


class RateBounds(NamedTuple):
    """USD per chip-hour. `held_low` and `held_high` are the lowest and highest price held; None if none is."""

    low: Decimal
    high: Decimal
    held_low: Decimal | None = None
    held_high: Decimal | None = None

    def take(self, usd_per_chip_hour: Decimal) -> bool:
        return self.low <= usd_per_chip_hour <= self.high


@once
def rate_bounds(facts: Facts, accelerator: str) -> RateBounds:
    """The bounds of a chip, from the prices of it that the facts hold, of any day, place and way to buy."""
    held = []
    for offer in facts.offers:
        if offer.usd_per_hour is None:
            continue
        instance = facts.instances.get(offer.instance)
        if offer.scope == "chip" and offer.instance == accelerator:
            held.append(offer.usd_per_hour)
        elif offer.scope == "instance" and instance is not None and instance.accelerator == accelerator:
            held.append(offer.usd_per_hour / Decimal(str(instance.count)))
    around = facts.constants[HELD if held else UNHELD].value
    low, high = Decimal(str(around.low)), Decimal(str(around.high))
    if not held:
        return RateBounds(low, high)
    return RateBounds(low * min(held), high * max(held), min(held), max(held))
