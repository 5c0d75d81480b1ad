"""Low, likely, high of an estimate: an 80 % interval around the figure we would bet on."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Self

from pydantic import model_validator

from knowledge.facts import Fact, Range

Z80 = NormalDist().inv_cdf(0.9)  # an 80 % interval reaches 1.28 standard deviations either way


class Interval(Fact):
    """An estimate with its spread. low <= likely <= high, all finite."""

    low: float
    likely: float
    high: float

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low <= self.likely <= self.high):
            raise ValueError("an interval needs finite low <= likely <= high")
        return self

    @classmethod
    def exactly(cls, value: float) -> Interval:
        return cls(low=value, likely=value, high=value)

    @classmethod
    def of(cls, spread: Range) -> Interval:
        return cls(low=spread.low, likely=spread.likely, high=spread.high)

    @classmethod
    def around(cls, likely: float, sigma: float) -> Interval:
        """80 % interval of a log-normal with median `likely` and log-spread `sigma`."""
        return cls(low=likely * math.exp(-Z80 * sigma), likely=likely, high=likely * math.exp(Z80 * sigma))

    def times(self, other: Interval | float) -> Interval:
        """Product of two non-negative estimates; the ends combine as independent log-errors."""
        if not isinstance(other, Interval):
            return Interval(low=self.low * other, likely=self.likely * other, high=self.high * other)
        likely = self.likely * other.likely
        if likely <= 0:
            return Interval(low=self.low * other.low, likely=likely, high=self.high * other.high)
        down = math.hypot(_log(self.likely, self.low), _log(other.likely, other.low))
        up = math.hypot(_log(self.high, self.likely), _log(other.high, other.likely))
        return Interval(low=likely * math.exp(-down), likely=likely, high=likely * math.exp(up))

    def plus(self, other: Interval | float) -> Interval:
        """Sum; the ends add, which is the careful side."""
        if not isinstance(other, Interval):
            other = Interval.exactly(other)
        return Interval(low=self.low + other.low, likely=self.likely + other.likely, high=self.high + other.high)

    def inverse(self, numerator: float = 1.0) -> Interval:
        """numerator / self, for a positive estimate."""
        return Interval(low=numerator / self.high, likely=numerator / self.likely, high=numerator / self.low)

    @property
    def sigma(self) -> float:
        """Log-spread of a log-normal with the same 80 % interval."""
        if self.low <= 0:
            return 0.0
        return math.log(self.high / self.low) / (2 * Z80)


def _log(upper: float, lower: float) -> float:
    return math.log(upper / lower) if lower > 0 else 0.0
