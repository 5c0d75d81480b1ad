"""Which machines have a figure, new since a day, that may not be believed; only those few are looked at closely.

A first look at a whole catalog brings tens of thousands of figures. Of nearly all of them a glance at the lowest and
the highest says that they are possible; those of the others are judged one by one (`keep_beliefs`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from knowledge.facts import Cloud, Purchase, SeriesKey

if TYPE_CHECKING:
    from engine.changes.plausibility import PlausibleLimits
    from knowledge.history.queries import HistoryReader

Offered = tuple[str, Purchase, str]  # the machine, the way of buying, what one price is for
Sited = tuple[str, str, str]  # the feed, the machine, the region


class Names(dict[str, str]):
    """Names without their spelling, worked out once each."""

    def __init__(self, plain: Callable[[str], str]) -> None:
        super().__init__()
        self._plain = plain

    def __missing__(self, name: str) -> str:
        self[name] = self._plain(name)
        return self[name]


def suspects(limits: PlausibleLimits, past: HistoryReader, cloud: Cloud, moved_after: date) -> list[str]:
    """The types, as feeds spell them, of which a figure that moved after that day has to be judged.

    Those are at least all with a list price that moved after the first look of its feed, with a figure that is no
    possible price, and with a spot price above on demand.
    """
    from engine.changes.lines import plain

    names = Names(plain)
    first = {feed: day.toordinal() for feed, day in past.first_looks(cloud).items()}
    found: set[str] = set()
    lowest: dict[Offered, float] = {}
    highest: dict[Offered, float] = {}
    chips: dict[str, set[float | None]] = {}
    dearest: dict[Sited, float] = {}
    for feed, instance, region, purchase, scope, count, since, text in past.moved_figures(cloud, moved_after):
        name = names[instance]
        if purchase != "spot" and since != first.get(feed):
            found.add(name)
        if text is None:
            continue
        usd = float(text)
        offered = instance, purchase, scope
        if usd < lowest.get(offered, usd + 1):
            lowest[offered] = usd
        if usd > highest.get(offered, usd - 1):
            highest[offered] = usd
        if usd in limits.placeholders:
            found.add(name)
        if name not in chips or count not in chips[name]:
            chips.setdefault(name, set()).add(count)
        if purchase == "spot":
            sited = feed, name, names[region]
            if usd > dearest.get(sited, 0):
                dearest[sited] = usd
    for offered, low in lowest.items():
        name = names[offered[0]]
        if name not in found and _is_odd(limits, cloud, offered, (low, highest[offered]), chips[name]):
            found.add(name)
    found |= _over_on_demand(limits, past, cloud, dearest, names)
    return [instance for instance in past.distinct_instances(cloud) if names[instance] in found] if found else []


def _is_odd(
    limits: PlausibleLimits, cloud: Cloud, offered: Offered, ends: tuple[float, float], chips: set[float | None]
) -> bool:
    """Whether the lowest or the highest is impossible for any number of chips that is listed for the machine."""
    instance, purchase, scope = offered
    key = SeriesKey(cloud, instance, "", purchase, scope=scope)  # type: ignore[arg-type] # as the store has them
    return any(limits.fault(key, usd, count) is not None for count in chips for usd in ends)


def _over_on_demand(
    limits: PlausibleLimits, past: HistoryReader, cloud: Cloud, dearest: dict[Sited, float], names: Names
) -> set[str]:
    if not dearest:
        return set()
    most = 1 + limits.likely("change_spot_over_share")
    return {
        names[instance]
        for feed, instance, region, text in past.on_demand_figures(cloud)
        if dearest.get((feed, names[instance], names[region]), 0) > float(text) * most
    }
