"""What an hour of work costs on spot where it is told what each interruption takes: price / (1 - lost share)."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.reason import Reason
from engine.forms.money.lost import PERCENT, lost_minutes, lost_share, useful_price
from engine.forms.money.rows import Priced, cites_of, priced
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from knowledge.units import MINUTES_PER_HOUR


class ToldLoss(Reason, code="told_loss"):
    """`minutes` that each interruption takes, every `apart` hours: `lost` percent of the clock. `usd_useful`: USD of
    an hour of work of all `machines` on spot; `listed_usd`: of an hour on demand; `pays_below`: USD an hour that spot
    may cost then."""

    machines: int
    spot: Priced | None
    listed: Priced | None
    minutes: float
    apart: float
    lost: float
    usd_useful: float | None
    listed_usd: float | None
    pays: bool
    pays_below: float | None


class ToldShare(Reason, code="told_share"):
    """`lost` percent of all hours that are paid, as told. `usd_useful`: USD of an hour of work of all `machines` on
    spot, `listed_usd` on demand; `hours` of work that were said, `clock` the hours that spot takes for them, and what
    each way comes to in all. `pays_below`: USD an hour that spot may cost."""

    machines: int
    spot: Priced | None
    listed: Priced | None
    lost: float
    usd_useful: float | None
    listed_usd: float | None
    pays: bool
    hours: float | None
    clock: float | None
    spot_sum: float | None
    listed_sum: float | None
    less: float | None
    pays_below: float | None


def told_share(asked: AskedOn, prices: tuple[RankedPrice | None, RankedPrice | None]) -> FactAnswer | None:
    """hours paid on spot = hours of work / (1 - share lost); None where no share is told, or no price is held."""
    share, (spot, listed) = lost_share(asked.reading.text), prices
    if share is None or not (spot or listed):
        return None
    count, hours = int(asked.profile.instance_count or 1), asked.profile.run_hours
    usd = useful_price(spot.quote.seen.likely * count, share) if spot else None
    free = listed.quote.seen.likely * count if listed else None
    rows = [row for row in prices if row]
    first = ToldShare(
        machines=count, spot=priced(spot) if spot else None, listed=priced(listed) if listed else None,
        lost=share * PERCENT, usd_useful=usd, listed_usd=free,
        pays=free is not None and usd is not None and usd < free, hours=hours,
        clock=hours / (1 - share) if hours else None, spot_sum=usd * hours if usd and hours else None,
        listed_sum=free * hours if hours and free else None, less=1 - usd / free if usd and free else None,
        pays_below=free * (1 - share) if free else None,
        cites=cites_of(rows),
    )  # fmt: skip
    return FactAnswer(headline=first, table=price_table(rows), of_told=True, whole=True)


def told_loss(
    asked: AskedOn, apart_hours: float | None, prices: tuple[RankedPrice | None, RankedPrice | None]
) -> FactAnswer | None:
    """None where the loss or how often it comes is not told, more is lost than there is, or no price is held."""
    minutes, (spot, listed) = lost_minutes(asked.reading.text), prices
    if minutes is None or not apart_hours or minutes >= apart_hours * MINUTES_PER_HOUR or not (spot or listed):
        return None
    lost, count = minutes / (apart_hours * MINUTES_PER_HOUR), int(asked.profile.instance_count or 1)
    usd = useful_price(spot.quote.seen.likely * count, lost) if spot else None
    free = listed.quote.seen.likely * count if listed else None
    rows = [row for row in prices if row]
    first = ToldLoss(
        machines=count, spot=priced(spot) if spot else None, listed=priced(listed) if listed else None,
        minutes=minutes, apart=apart_hours, lost=lost * PERCENT, usd_useful=usd, listed_usd=free,
        pays=free is not None and usd is not None and usd < free, pays_below=free * (1 - lost) if free else None,
        cites=cites_of(rows),
    )  # fmt: skip
    return FactAnswer(headline=first, table=price_table(rows), of_told=True, whole=True)
