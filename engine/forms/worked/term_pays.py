"""Whether a commitment pays whose discount or price is told, for the share of hours that is told.

It is owed for every hour, so it pays from its price / the price on demand; hours used are those of a day, a share of
them, or a time that ends before the term does.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.measures import Measure, unit
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.machines import named_in
from engine.forms.worked.prices import Prices
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

COMMITS = frozenset({"commit_strong", "commit", "term_1yr", "term_3yr"})  # cues
THREE = "term_3yr"
TERM_DAYS = (365.0, 1095.0)
LEAST_DAYS = 2.0  # of a time that the work goes on; less is told of each day
DAYS_PER_YEAR = HOURS_PER_YEAR / HOURS_PER_DAY


class TermPays(Reason, code="term_pays"):
    """Shares of all hours: `pays_from` and `used`. USD a month of `number` machines (0 where no price is known):
    `term` committed, `free` on demand for the hours that are used. `days`: until the work ends, 0 where it goes on.
    """

    machine: str
    number: int
    off: float
    pays_from: float
    used: float
    days: float
    years: int
    pays: bool
    term: float
    free: float
    less: float


def term_pays(asked: Asked) -> FactAnswer | None:
    """None unless a term is spoken of, what it takes off is told, and how much of the time is used."""
    told, cues = asked.reading.measured, set(asked.reading.cues)
    of_years = [one.value for one in told.measures if one.units[0] == unit(day=1) and one.value in TERM_DAYS]
    if not told.terms and COMMITS.isdisjoint(cues) and not of_years:
        return None
    years = 3 if THREE in cues or TERM_DAYS[1] in of_years else 1
    share, listed = _price(told.measures)
    used, days = _used(told.measures, years)
    if share is None or used is None:
        return None
    named = named_in(asked.reading, asked.facts)
    prices = Prices(asked, named[0]) if len({one.chip.id for one in named}) == 1 else None
    row = prices.row(0.0) if prices is not None and not listed else None
    each = listed or (prices.usd(row, 0.0) if prices is not None and row is not None else 0.0)
    counts = [one.value for one in told.measures if one.units[0] in (unit(machine=1), unit(chip=1)) and not one.role]
    number = int(counts[0] if counts else asked.profile.instance_count or 1)
    free = number * each * HOURS_PER_MONTH * used
    term = number * each * HOURS_PER_MONTH * share
    first = TermPays(
        machine=prices.name if prices is not None else "", number=number, off=1 - share, pays_from=share, used=used,
        days=days, years=years, pays=used > share, term=term, free=free, less=abs(term - free),
        cites=(row.quote.source,) if row is not None else (),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)


def _price(measures: tuple[Measure, ...]) -> tuple[float | None, float]:
    """What is paid of the price on demand, and that price where it is told."""
    prices = [one for one in measures if dict(one.units[0]).get("usd") == 1 and "day" not in dict(one.units[0])]
    off = [one for one in measures if one.role == "off"]
    if len(off) == 1 and len(prices) < 2:
        return 1 - off[0].value, prices[0].value if prices else 0.0
    if len(prices) != 2 or off:
        return None, 0.0
    low, high = sorted(one.value for one in prices)
    return (low / high, high) if low < high else (None, 0.0)


def _used(measures: tuple[Measure, ...], years: int) -> tuple[float | None, float]:
    """The share of the hours of the term that is used, and the days until it ends where it is told."""
    shares = [one.value if one.role == "busy" else 1 - one.value for one in measures if one.role in ("busy", "idle")]
    daily = [one.value / HOURS_PER_DAY for one in measures if one.units[0] == unit(h=1, day=-1)]
    parts = [one.value for one in measures if one.role == "of"]
    told = [one.value for one in measures if one.units[0] == unit(day=1)]
    told += [one.value / HOURS_PER_DAY for one in measures if one.units[0] == unit(h=1)]  # "in 7 months"
    days = [one for one in told if LEAST_DAYS < one < DAYS_PER_YEAR * years - 1]
    found = shares or ([daily[0] * (parts[0] if parts else 1.0)] if daily else [])
    if days:
        return (found[0] if found else 1.0) * days[0] / (DAYS_PER_YEAR * years), days[0]
    return (found[0], 0.0) if found else (None, 0.0)
