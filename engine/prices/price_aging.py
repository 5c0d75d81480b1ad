"""How uncertain a price has become since it was seen.

A list price or a block rate walks: sigma**2 = volatility**2 x years. A spot price swings around a level: sigma**2 =
spread**2 x (1 - exp(-years / settling)), which no age takes beyond its spread.
"""

from __future__ import annotations

import math

from engine.base.constants import Constants
from knowledge.facts import COMPARED, Cloud, Purchase

DAYS_PER_YEAR = 365.25


def aged_sigma(cloud: Cloud, purchase: Purchase, age_days: int, constants: Constants) -> float:
    """Log-spread of today's price around one seen `age_days` ago."""
    years = age_days / DAYS_PER_YEAR
    moves = cloud if cloud in COMPARED else "specialist"
    if purchase == "spot":
        settled = -math.expm1(-years / constants.likely(f"spot_settling_years_{moves}"))
        return constants.likely("spot_spread") * math.sqrt(settled)
    series = "block" if purchase == "capacity_block" else f"list_{moves}"
    return constants.likely(f"price_volatility_{series}") * math.sqrt(years)
