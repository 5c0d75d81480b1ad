"""What several clouds charge for a chip, cloud by cloud, and what machines cost for a span that was said."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from engine.answers.rank_prices import RankedPrice, cheapest_of_each, ranked
from engine.base.reason import Reason
from engine.library import Library
from engine.prices.capacity_blocks import block_hours
from engine.workload.profile import Profile
from knowledge.facts import Cloud, Instance, Purchase
from knowledge.units import HOURS_PER_DAY

WAYS: tuple[Purchase, ...] = ("spot", "capacity_block", "on_demand")  # a term is paid for years


class Otherwise(NamedTuple):
    """The cheapest hour of one chip on a cloud, not bought as it was asked."""

    cloud: Cloud
    purchase: Purchase
    usd_chip: float
    instance: str
    region: str
    day: str


class CloudHours(Reason, code="cloud_hours"):
    """An hour of one chip on each cloud, the cheapest first, all bought the same way. `without`: those that are known
    to sell none of it so. `chips`: of each cloud its own, where these are variants. `tied`: so many of the first cost
    the same. `hours`: of one chip, where a number of them is told, and `usd` what they come to on each cloud."""

    chip: str
    purchase: Purchase
    clouds: tuple[Cloud, ...]
    usd_chip: tuple[float, ...]
    instances: tuple[str, ...]
    regions: tuple[str, ...]
    days: tuple[str, ...]
    without: tuple[Cloud, ...]
    chips: tuple[str, ...] = ()
    tied: int = 1
    alone: bool = False  # of this variant alone, below what is cheapest of any
    hours: float | None = None
    usd: tuple[float, ...] = ()
    otherwise: tuple[Otherwise, ...] = ()  # what those of `without` charge for it bought another way

    def summed(self, hours: float) -> CloudHours:
        """The same with what so many chip-hours come to."""
        return self.model_copy(update={"hours": hours, "usd": tuple(hours * rate for rate in self.usd_chip)})


def names_a_chip(profile: Profile) -> bool:
    """Whether a type or a chip was named; "GPU" alone has no price."""
    return bool(profile.instances or set(profile.candidates) - {"gpu"})


def as_many(
    types: Sequence[Instance], profile: Profile, library: Library, day: date, out: frozenset[Purchase]
) -> tuple[RankedPrice, ...]:
    """The prices of machines with so many of the chips of `types`; on a cloud that has none, of smaller ones that
    together have just as many: two of one H100. `out`: ways to buy that are excluded."""
    chips, wanted = {one.accelerator for one in types}, profile.accelerator_count or 1
    every = [one for one in library.facts.instances.values() if one.accelerator in chips]
    every = [one for one in every if one.cloud in profile.clouds and wanted % one.count == 0]
    whole = {one.cloud for one in every if one.count == wanted}
    kept = [one for one in every if one.count == wanted or one.cloud not in whole]
    return ranked(kept, library, day, profile.region, profile.purchase, without=out)


def told_of(rows: Sequence[RankedPrice], way: Purchase, at_most: int) -> list[RankedPrice]:
    """The rows to show: those bought the way that is compared, then the cheapest others; the cheapest first."""
    kept = sorted(cheapest_of_each(rows), key=lambda row: row.quote.purchase != way)[:at_most]
    return sorted(kept, key=lambda row: row.usd_per_chip_hour)


def cloud_hours(
    rows: Sequence[RankedPrice], clouds: Sequence[Cloud], way: Purchase, library: Library
) -> tuple[CloudHours, ...]:
    """The clouds side by side: by the variant of the chip that is cheapest on each, as it is ranked; where these are
    not one, also by the variant that most of them sell in that way. () where none does."""
    bought = [row for row in cheapest_of_each(rows) if row.quote.purchase == way and row.instance.cloud in clouds]
    if not bought:
        return ()
    cheapest = list({row.instance.cloud: row for row in reversed(bought)}.values())[::-1]
    cheapest.sort(key=lambda row: row.compared_usd)
    sellers = {row.chip: len({other.instance.cloud for other in bought if other.chip == row.chip}) for row in bought}
    chip = max(sellers, key=lambda name: sellers[name])  # the cheapest of those that as many sell
    same = [row for row in bought if row.chip == chip]
    if len({row.chip for row in cheapest}) == 1 and len(same) >= len(cheapest):
        return (_side_by_side(same, clouds, way, library, rows),)
    lead = _side_by_side(cheapest, clouds, way, library, rows)
    alone = _side_by_side(same, clouds, way, library).model_copy(update={"alone": True})
    return (lead, alone) if len(same) > 1 else (lead,)


def _side_by_side(
    same: Sequence[RankedPrice],
    clouds: Sequence[Cloud],
    way: Purchase,
    library: Library,
    every: Sequence[RankedPrice] = (),
) -> CloudHours:
    """`every`: the cheapest first, however they are bought."""
    held = {row.instance.cloud for row in same}
    others = {row.instance.cloud: row for row in reversed(every) if row.instance.cloud not in held and row.is_current}
    chips = tuple(row.chip for row in same)
    least = same[0].usd_per_chip_hour * (1 + library.constants.likely("same_price_share"))
    return CloudHours(
        chip=chips[0],
        chips=chips if len(set(chips)) > 1 else (),
        tied=sum(row.usd_per_chip_hour <= least for row in same),
        purchase=way,
        clouds=tuple(row.instance.cloud for row in same),
        usd_chip=tuple(row.usd_per_chip_hour for row in same),
        instances=tuple(row.instance.id for row in same),
        regions=tuple(row.quote.told_region for row in same),
        days=tuple(str(row.quote.observed_on) for row in same),
        without=tuple(cloud for cloud in clouds if cloud not in held | others.keys()),
        otherwise=tuple(
            Otherwise(
                cloud,
                row.quote.purchase,
                row.usd_per_chip_hour,
                row.instance.id,
                row.quote.told_region,
                str(row.quote.observed_on),
            )
            for cloud in clouds
            if (row := others.get(cloud))
        ),
        cites=tuple(dict.fromkeys(row.quote.source for row in (*same, *others.values()))),
    )


class Uncompared(Reason, code="uncompared"):
    """The cheapest way of all, of which no price is held on some of the clouds: another one is compared."""

    purchase: Purchase
    clouds: tuple[Cloud, ...]
    way: Purchase


def uncompared(
    rows: Sequence[RankedPrice], first: RankedPrice, clouds: Sequence[Cloud], way: Purchase
) -> tuple[Uncompared, ...]:
    """() where every cloud has a price of the chip bought as the first one is."""
    so = {row.instance.cloud for row in rows if (row.chip, row.quote.purchase) == (first.chip, first.quote.purchase)}
    without = tuple(cloud for cloud in clouds if cloud not in so)
    return (Uncompared(purchase=first.quote.purchase, clouds=without, way=way),) if without else ()


class ForSpan(Reason, code="for_span"):
    """USD for `chips` over `hours`, each way at its cheapest current price: way, type, number of machines, USD."""

    chips: int
    hours: float
    days: float
    ways: tuple[tuple[Purchase, str, int, float], ...]


def for_span(rows: Sequence[RankedPrice], profile: Profile, library: Library) -> tuple[ForSpan, ...]:
    """() where no hours were said, or nothing is for sale. A Capacity Block is paid for its whole days."""
    hours, wanted = profile.run_hours, profile.accelerator_count
    if not hours or profile.runs_per_month or not rows:
        return ()
    whole = max(row.instance.count for row in rows)  # many chips are rented as whole machines, which share a network
    rows = [row for row in rows if row.instance.count >= min(wanted or 1, whole)]
    ways: list[tuple[Purchase, str, int, float]] = []
    cites: list[str] = []
    for way in WAYS:
        found = [(_machines(row, profile), row) for row in rows if row.is_current and row.quote.purchase == way]
        costs = [(_usd(row, machines, hours, library), machines, row) for machines, row in found]
        if not costs:
            continue
        usd, machines, row = min(costs, key=lambda cost: (cost[0], cost[2].instance.id))
        ways.append((way, row.instance.id, machines, usd))
        cites.append(row.quote.source)
    if not ways:
        return ()
    chips = wanted or rows[0].instance.count * int(profile.instance_count or 1)
    told = ForSpan(chips=chips, hours=hours, days=hours / HOURS_PER_DAY, ways=tuple(ways))
    return (told.model_copy(update={"cites": tuple(dict.fromkeys(cites))}),)


def _machines(row: RankedPrice, said: Profile) -> int:
    wanted = said.accelerator_count
    return math.ceil(wanted / row.instance.count) if wanted else int(said.instance_count or 1)


def _usd(row: RankedPrice, machines: int, hours: float, library: Library) -> float:
    block = row.quote.purchase == "capacity_block"
    paid = block_hours(hours, library.constants) if block else hours
    return machines * paid * row.quote.seen.likely
