"""What several clouds charge for a chip: the same chip and the same way to buy it, cloud by cloud."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.rank_prices import RankedPrice, cheapest_of_each
from engine.base.reason import Reason
from engine.workload.profile import Profile
from knowledge.facts import Cloud, Purchase


class CloudHours(Reason, code="cloud_hours"):
    """An hour of one chip on each cloud, the cheapest first, all bought the same way. `without`: those that are known
    to sell none of it so."""

    chip: str
    purchase: Purchase
    clouds: tuple[Cloud, ...]
    usd_chip: tuple[float, ...]
    instances: tuple[str, ...]
    regions: tuple[str, ...]
    days: tuple[str, ...]
    without: tuple[Cloud, ...]


def names_a_chip(profile: Profile) -> bool:
    """Whether a type or a chip was named; "GPU" alone has no price."""
    return bool(profile.instances or set(profile.candidates) - {"gpu"})


def told_of(rows: Sequence[RankedPrice], way: Purchase, at_most: int) -> list[RankedPrice]:
    """The rows to show: those bought the way that is compared, then the cheapest others; the cheapest first."""
    kept = sorted(cheapest_of_each(rows), key=lambda row: row.quote.purchase != way)[:at_most]
    return sorted(kept, key=lambda row: row.usd_per_chip_hour)


def cloud_hours(rows: Sequence[RankedPrice], clouds: Sequence[Cloud], way: Purchase) -> CloudHours | None:
    """The clouds side by side by the chip that most of them sell in that way; None where none does."""
    bought = [row for row in cheapest_of_each(rows) if row.quote.purchase == way and row.instance.cloud in clouds]
    if not bought:
        return None
    sellers = {row.chip: len({other.instance.cloud for other in bought if other.chip == row.chip}) for row in bought}
    chip = max(sellers, key=lambda name: sellers[name])  # the cheapest of those that as many sell
    same = [row for row in bought if row.chip == chip]
    return CloudHours(
        chip=chip,
        purchase=way,
        clouds=tuple(row.instance.cloud for row in same),
        usd_chip=tuple(row.usd_per_chip_hour for row in same),
        instances=tuple(row.instance.id for row in same),
        regions=tuple(row.quote.seen_in for row in same),
        days=tuple(str(row.quote.observed_on) for row in same),
        without=tuple(cloud for cloud in clouds if cloud not in {row.instance.cloud for row in same}),
        cites=tuple(dict.fromkeys(row.quote.source for row in same)),
    )
