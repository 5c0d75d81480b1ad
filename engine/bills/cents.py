"""Parts of a sum to the cent, so that those shown add up to the sum shown."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import TypeVar

CENT = Decimal("0.01")
LONGEST = 20  # digits before the point, beyond which an amount is not rounded
Part = TypeVar("Part")


def cents(usd: Decimal) -> Decimal:
    """To the cent, halves upward; what is too long to have cents stays as it is."""
    return usd if usd.adjusted() > LONGEST else usd.quantize(CENT, ROUND_HALF_UP)


def parted(parts: Mapping[Part, Decimal], whole: Decimal) -> dict[Part, Decimal]:
    """Each part to the cent, together `whole`: a cent more goes to those that lost most by rounding down.

    Parts that do not add up to `whole` are rounded each by itself.
    """
    down = {part: _down(usd) for part, usd in parts.items()}
    missing = int((whole - sum(down.values(), Decimal(0))) / CENT)
    if not 0 <= missing <= len(parts):
        return {part: cents(usd) for part, usd in parts.items()}
    lost = sorted(parts, key=lambda part: down[part] - parts[part])
    return {part: usd + (CENT if part in lost[:missing] else 0) for part, usd in down.items()}


def _down(usd: Decimal) -> Decimal:
    return usd if usd.adjusted() > LONGEST else usd.quantize(CENT, ROUND_FLOOR)
