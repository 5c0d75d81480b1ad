"""The rates of a machine in the ways that are named, side by side, and the use from which each term pays."""

from __future__ import annotations

from engine.answers.commitment_rates import usual_one_year_discount
from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.answers.rank_prices import TERMS, RankedPrice
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of
from engine.forms.money.said import MoneySaid
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.forms.ways.terms_owed import terms_owed
from knowledge.facts import Instance, Purchase
from knowledge.units import HOURS_PER_MONTH


class RateOfWay(Computed):
    """A way that is named and its price, None where none is held; `pays_from`: its share of the on-demand rate."""

    purchase: Purchase
    one: Priced | None
    pays_from: float | None
    month_hours: float | None  # the same in hours of a month
    sold: bool


class RatesOfWays(Reason, code="rates_of_ways"):
    """Each way that is named, of one machine, with the share of hours from which a term pays.

    `usual`: the discount of one year that is seen most on this cloud, where no rate of a term is held; `free`: on
    demand. `plan_alone`: a Savings Plan is the only term that it is sold with.
    """

    instance: str
    where: str
    each: tuple[RateOfWay, ...]
    free: Priced | None
    usual: float | None
    usual_usd: float | None
    usual_from: float | None
    terms_held: bool
    plan_alone: bool
    machines: int
    month_usd: float  # on demand, of all of them around the clock
    usual_month_usd: float | None  # that the usual discount would save of it


def pays(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where not even a price on demand is held."""
    if of_terms := terms_owed(asked.reading, asked.library, asked.day):
        return of_terms
    asked = bound(asked, said)
    types = meant(asked.reading, asked.facts, asked.library.prices(asked.day), 1)
    ways = tuple(dict.fromkeys(("on_demand", *said.ways)))
    found = [(way, _row(asked, types, way)) for way in ways]
    if not any(row for way, row in found if way in TERMS):  # the nearest that is held
        found += [(way, row) for way in TERMS if way not in ways and (row := _row(asked, types, way))][:1]
    held = [row for _, row in found if row is not None]
    free = next((row for way, row in found if way == "on_demand"), None)
    if not types or free is None:
        return None
    each = tuple(
        RateOfWay(
            purchase=way,
            one=priced(row) if row else None,
            pays_from=(share := row.quote.seen.likely / free.quote.seen.likely if row and way in TERMS else None),
            month_hours=share * HOURS_PER_MONTH if share else None,
            sold=not types[0].sold or way in types[0].sold,
        )
        for way, row in found
    )
    terms_held = any(one.one for one in each if one.purchase in TERMS)
    usual = (
        None
        if terms_held
        else usual_one_year_discount(types[0].cloud, asked.library, asked.library.prices(asked.day))
    )
    machines = int(asked.profile.instance_count or 1)
    month = machines * free.quote.seen.likely * HOURS_PER_MONTH
    told = RatesOfWays(
        instance=types[0].id,
        where=asked.profile.region or "",
        each=each,
        free=priced(free),
        usual=usual[0] if usual else None,
        usual_usd=free.quote.seen.likely * (1 - usual[0]) if usual else None,
        usual_from=1 - usual[0] if usual else None,
        terms_held=terms_held,
        machines=machines,
        month_usd=month,
        usual_month_usd=usual[0] * month if usual else None,
        plan_alone="savings_plan" in types[0].sold and not {"reserved_1yr", "reserved_3yr"} & set(types[0].sold),
        cites=(*cites_of(held), *((usual[1],) if usual else ())),
    )
    return FactAnswer(headline=told, table=price_table(held, best=None), of_told=True, whole=True)


def _row(asked: AskedOn, types: tuple[Instance, ...], way: Purchase) -> RankedPrice | None:
    rows = rows_of(asked, types, (way,), asked.profile.region)
    return rows[0] if rows else None
