"""What being wrong costs: the dollars by which the choice is expected to be the dearer one."""

from __future__ import annotations

import math
from statistics import NormalDist

from engine.interval import Interval

_PHI = NormalDist().cdf


def expected_excess(one: Interval, other: Interval) -> float:
    """E[max(0, one - other)] of two independent log-normals.

    E[one] Phi(d) - E[other] Phi(d - s), with s**2 the sum of the squared log-spreads and
    d = ln(E[one] / E[other]) / s + s / 2: the value of an option to exchange (Margrabe 1978).
    """
    mine, theirs = mean(one), mean(other)
    spread = math.hypot(one.sigma, other.sigma)
    if spread == 0 or mine <= 0 or theirs <= 0:
        return max(0.0, mine - theirs)
    reach = math.log(mine / theirs) / spread + spread / 2
    return max(0.0, mine * _PHI(reach) - theirs * _PHI(reach - spread))


def mean(of: Interval) -> float:
    """Mean of the log-normal whose median is `likely`: likely x exp(sigma**2 / 2)."""
    return of.likely * math.exp(of.sigma**2 / 2)
