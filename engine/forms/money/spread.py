"""How far the prices of a thing lie apart: of each seller the least and the most, over types and regions."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.money.beyond import beyond
from engine.forms.money.rows import Priced, bound, cites_of, older, priced, rows_of, types_of
from engine.forms.money.said import MoneySaid
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from knowledge.facts import COMPARED, Cloud, Purchase


class SellerRange(Computed):
    """Of one seller the cheapest and the dearest hour of a chip."""

    cloud: Cloud
    low: Priced
    high: Priced


class PricesSpread(Reason, code="prices_spread"):
    """From the least to the most, USD a chip-hour bought one way; then of each seller, the cheapest first.

    `none`: clouds that are compared and of which no such price is held.
    """

    things: str
    purchase: Purchase
    low: Priced
    high: Priced
    times: float
    each: tuple[SellerRange, ...]
    none: tuple[Cloud, ...]


def spread(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """On demand, or of each way that is named; None where no price of what is named is held."""
    asked = bound(asked, said)
    types, told, shown = types_of(asked), list[Reason](), list[RankedPrice]()
    clouds = asked.profile.clouds
    wanted = clouds if 0 < len(clouds) <= len(COMPARED) else COMPARED
    for way in said.ways or ("on_demand",):
        rows = rows_of(asked, types, (way,), asked.profile.region, everywhere=True)
        if not rows:
            continue
        ordered = sorted(rows, key=lambda row: row.usd_per_chip_hour)
        each: dict[Cloud, list[RankedPrice]] = {}
        for row in ordered:
            each.setdefault(row.instance.cloud, []).append(row)
        ends = [end for of_it in each.values() for end in (of_it[0], of_it[-1])]
        shown += dict.fromkeys(ends)
        told.append(
            PricesSpread(
                things=", ".join(dict.fromkeys(row.chip for row in ordered)),
                purchase=way,
                low=priced(ordered[0]),
                high=priced(ordered[-1]),
                times=ordered[-1].usd_per_chip_hour / ordered[0].usd_per_chip_hour,
                each=tuple(
                    SellerRange(cloud=cloud, low=priced(of_it[0]), high=priced(of_it[-1]))
                    for cloud, of_it in each.items()
                ),
                none=tuple(cloud for cloud in wanted if cloud not in each),
                cites=cites_of(ends),
            )
        )
    if not told:
        return None
    lines = [
        line
        for one in told
        if isinstance(one, PricesSpread)
        for line in beyond(
            older(asked, types, (one.purchase,), asked.profile.region), one.low.usd_chip, one.high.usd_chip
        )
    ]
    table = price_table(shown, chip=len({row.chip for row in shown}) > 1)
    return FactAnswer(headline=told[0], sentences=(*told[1:], *lines), table=table, of_told=True, whole=True)
