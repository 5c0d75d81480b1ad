"""License slips: a feed that lists machines with the license of an operating system for the bare ones.

A license costs the same for every virtual CPU, whatever the machine costs. A cloud that reprices moves prices by a
share; the same dollars for each virtual CPU, on machines of different price, are a license.
"""

from __future__ import annotations

import math
from datetime import date

from engine.changes.lines import ListPriceLine, is_same
from engine.changes.peers import PeerMoves, PeerStep
from engine.changes.plausibility import PlausibleLimits


class LicenseSteps:
    """Which steps of a day look like a license."""

    def __init__(self, peers: PeerMoves, limits: PlausibleLimits) -> None:
        self._peers, self._limits = peers, limits
        self._share = limits.likely("change_license_share")
        self._apart = limits.likely("change_license_apart_share")

    def machines(self, line: ListPriceLine, before: float, now: float, day: date) -> int:
        """How many other machines went up by the same dollars for each virtual CPU, from another price; 0: none."""
        if now <= before or line.price_id.scope == "chip":
            return 0
        return sum(self._is_alike(line, before, now, step) for step in self._peers.same_day(line, day))

    def _is_alike(self, line: ListPriceLine, before: float, now: float, step: PeerStep) -> bool:
        mine, other = self._cpus(line), self._cpus(step.line)
        if line.price_id.instance == step.line.price_id.instance:
            mine = other = 1
        if mine is None or other is None:
            return False
        was = step.after / math.exp(step.log_ratio)
        return (
            step.after > was
            and is_same((now - before) / mine, (step.after - was) / other, self._share)
            and not is_same(before / mine, was / other, self._apart)
        )

    def _cpus(self, line: ListPriceLine) -> int | None:
        return self._limits.cpus(line.key)
