"""What an hour of work costs on spot where it is told what each interruption takes: price / (1 - lost share)."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.reason import Reason
from engine.forms.money.lost import lost_minutes, useful_price
from engine.forms.money.rows import Asked, Priced, cites_of, priced
from engine.forms.parts.price_table import price_table
from knowledge.units import MINUTES_PER_HOUR

PERCENT = 100.0


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


def told_loss(
    asked: Asked, apart_hours: float | None, prices: tuple[RankedPrice | None, RankedPrice | None]
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
