"""License slips: a feed that lists machines with the license of an operating system for the bare ones.

A license costs the same for every virtual CPU, whatever the machine costs. A cloud that reprices moves prices by a
share; the same dollars for each virtual CPU, on machines of different price, are a license. What a license costs is
known from the day on which it was first seen on two such machines; from then on one machine is enough. A license in a
list lasts: looks of the same feed never make it a price.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from statistics import median
from typing import NamedTuple

from engine.changes.change import HELD_FILE
from engine.changes.glitches import SeriesStep
from engine.changes.lines import ListPriceLine, is_same
from engine.changes.peers import FeedSection, PeerMoves, PeerStep, section_of
from engine.changes.plausibility import PlausibleLimits
from knowledge.facts import Cloud

EVEN = 2  # clouds sell CPUs in pairs
LICENSE = "license"  # the code of such a step
HELD_TOGETHER = (HELD_FILE, LICENSE)  # codes of figures of which one sentence says what is held back


class HeldLicense(NamedTuple):
    """A license that a feed adds to so many types of a cloud since a day, USD per CPU and hour (None: unknown)."""

    feed: str
    cloud: Cloud
    since: date
    usd_per_cpu: float | None
    types: int
    regions: tuple[str, ...]


class LicensedPrice(NamedTuple):
    """One price with it."""

    feed: str
    cloud: Cloud
    since: date
    instance: str
    region: str
    usd_per_cpu: float | None


def held_licenses(prices: Iterable[LicensedPrice]) -> tuple[HeldLicense, ...]:
    """One for each feed, cloud and day, in that order."""
    groups: dict[tuple[str, Cloud, date], list[LicensedPrice]] = defaultdict(list)
    for price in prices:
        groups[price[:3]].append(price)
    return tuple(
        HeldLicense(
            *of,
            median(known) if (known := [one.usd_per_cpu for one in group if one.usd_per_cpu]) else None,
            len({one.instance for one in group}),
            tuple(sorted({one.region for one in group})),
        )
        for of, group in sorted(groups.items())
    )


def is_still_licensed(step: SeriesStep, believed: float | None, now: float | None) -> bool:
    """Whether a price after one with a license is nearer to that than to the price that is believed."""
    if not (step.after and believed and now):
        return False
    return abs(now - step.after) < abs(now - believed)


class LicenseSteps:
    """Which steps look like a license, and which falls are those of one."""

    def __init__(self, peers: PeerMoves, limits: PlausibleLimits) -> None:
        self._peers, self._limits = peers, limits
        self._share = limits.likely("change_license_share")
        self._apart = limits.likely("change_license_apart_share")
        self._rates: dict[FeedSection, dict[float, date]] = {}

    def is_license(self, line: ListPriceLine, before: float, now: float, day: date) -> bool:
        """Whether the price went up by a license: that of another machine or region, or one seen earlier."""
        if now <= before or line.price_id.scope == "chip":
            return False
        if any(self._is_same_license(before, now, step) for step in self._peers.same_machine(line, day)):
            return True
        cpus = self._limits.cpus(line.key)
        rates = self._rates_of(section_of(line))
        return any(seen_on <= day and self._is_of(now - before, cpus, rate) for rate, seen_on in rates.items())

    def usd_per_cpu(self, line: ListPriceLine, before: float, now: float) -> float | None:
        """What it costs for each CPU of the machine, if these are known."""
        cpus = self._limits.cpus(line.key)
        return (now - before) / cpus if cpus else None

    def fallen_alike(self, line: ListPriceLine, before: float, now: float, day: date) -> int:
        """How many other prices of the file fell that day by the same dollars for each CPU, or for the same machine.

        A license that goes is no license slip, but neither is it a decision about each machine.
        """
        return sum(self._is_fall_alike(line, before - now, step) for step in self._peers.same_day(line, day))

    def _is_fall_alike(self, line: ListPriceLine, usd: float, step: PeerStep) -> bool:
        other = step.after / math.exp(step.log_ratio) - step.after
        if usd <= 0 or other <= 0:
            return False
        if step.line.price_id.instance == line.price_id.instance:
            return is_same(usd, other, self._share)
        cpus, others = self._limits.cpus(line.key), self._limits.cpus(step.line.key)
        return bool(cpus and others) and is_same(usd / (cpus or 1), other / (others or 1), self._share)

    def _is_of(self, usd: float, cpus: int | None, rate: float) -> bool:
        """Whether the dollars are those of so many CPUs; where these are unknown, of some even number of them."""
        if cpus is not None:
            return is_same(usd / cpus, rate, self._share)
        pairs = round(usd / rate / EVEN)
        return pairs > 0 and is_same(usd, pairs * EVEN * rate, self._share / pairs)

    def _is_same_license(self, before: float, now: float, step: PeerStep) -> bool:
        """The machine in another region, dearer by the same dollars from another price."""
        was = step.after / math.exp(step.log_ratio)
        return (
            step.after > was
            and is_same(now - before, step.after - was, self._share)
            and not is_same(before, was, self._apart)
        )

    def _rates_of(self, section: FeedSection) -> dict[float, date]:
        """What a license costs for each CPU and hour, with the first day on which several machines showed it."""
        if section not in self._rates:
            steps: dict[date, list[tuple[float, float]]] = defaultdict(list)
            for step in self._peers.of(section):
                cpus = self._limits.cpus(step.line.key)
                was = step.after / math.exp(step.log_ratio)
                if cpus and step.after > was:
                    steps[step.day].append(((step.after - was) / cpus, was / cpus))
            rates = self._rates[section] = {}
            for day in sorted(steps):
                for rate in self._shared(steps[day]):
                    rates.setdefault(rate, day)
        return self._rates[section]

    def _shared(self, steps: list[tuple[float, float]]) -> list[float]:
        """The dollars for each CPU that machines of different price have in common."""
        groups: list[list[tuple[float, float]]] = []
        for step in sorted(steps):
            if groups and is_same(groups[-1][0][0], step[0], self._share):
                groups[-1].append(step)
            else:
                groups.append([step])
        return [
            median(rate for rate, _ in group)
            for group in groups
            if not is_same(min(was for _, was in group), max(was for _, was in group), self._apart)
        ]
