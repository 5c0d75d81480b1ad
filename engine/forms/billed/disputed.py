"""Prices of a machine that are told and doubted, against the one held: "a site says $25, the list $30?"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import TERMS, RankedPrice
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.money.amounts import number_of
from engine.forms.money.rows import Priced, bound, priced, rows_of, said_of
from engine.forms.money.said import WORK
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.prices.price_runs import PriceRun, of_quote
from engine.workload.told_prices import told_prices
from knowledge.facts import Instance, Purchase
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

CUE, SHOWN = "price_disputed", "price_shown"  # cues: which holds is asked; somebody tells it
OWN = frozenset({"own_price", "asks_charge", "asks_reason", "training_words"})  # cues of what somebody pays or runs
NEAR = 0.02  # as a share: what is told is rounded
HALF = 0.5
TINY = 1e-9  # two figures with decimals, one taken from the other
ROWS = 8
WITH_HOST = "gcp"  # the cloud whose price list has a machine and its GPUs apart
# With a sign, or to the cent: "16.29".
_TOLD = re.compile(
    r"(?:us)?\$\s?(\d[\d,]*(?:\.\d+)?)(?![\d.,]*\s?[km%])|(?<![\w.$])(\d[\d,]*(?:\.\d+)?)\s?\$|"
    r"(?<![\w.,$-])(\d{1,3}\.\d{2}(?:\d{2})?)(?![\d.]*\d|\s?(?:[gmtk]i?b|[bkmsx]|ms|h|hrs?)\b|%)",
    re.I,
)


_UNITS = {
    float(HOURS_PER_DAY): "day", float(HOURS_PER_DAY * DAYS_PER_WEEK): "week", float(HOURS_PER_MONTH): "month",
    float(HOURS_PER_YEAR): "year",
}  # fmt: skip


class Amount(NamedTuple):
    """Dollars an hour; the sum that was told, and for which span; half of its last digit."""

    usd: float
    sum: float
    unit: str
    rounded: float


class ToldOf(Computed):
    """A price that is told, in USD an hour: by which share it is off; else what is held at it: another place or
    way, or the last day on which it was this. `host`: so little is the machine without its GPUs. `sum`, `unit`: as
    told, where that was for a day, a week, a month or a year."""

    usd: float
    sum: float
    unit: str
    off: float
    far: float
    near: bool
    until: str
    other: Priced | None
    host: bool


class Disputed(Reason, code="disputed"):
    """The first line: the price held, bought as asked; `unheld`: a way to buy of which none is; `listed`: on demand
    beside another way, `before`: what that was before it fell."""

    one: Priced
    since: str
    unheld: Purchase | None
    place: str | None
    listed: Priced | None
    before: float | None
    told: tuple[ToldOf, ...]


def disputed(asked: Asked) -> FactAnswer | None:
    """None unless prices are told of one machine by its name, and which holds is asked."""
    cues, profile = frozenset(asked.reading.cues), asked.profile
    told = _amounts(asked.reading.text)
    doubted = CUE in cues or (SHOWN in cues and len(told) > 1)
    if not doubted or not told or len(profile.instances) != 1 or not cues.isdisjoint(OWN):
        return None
    thing = asked.facts.instances.get(profile.instances[0])
    if thing is None or any(map(profile.says, WORK)) or profile.run_hours:
        return None
    said = said_of(asked)
    way = profile.purchase or (said.ways[0] if len(said.ways) == 1 else None) or "on_demand"
    here = bound(asked, said)
    every = rows_of(here, (thing,), (), None, everywhere=True)
    row, unheld, away = _row(here, thing, way, every)
    if row is None:
        return None
    listed = next((one for one in rows_of(here, (thing,), ("on_demand",), profile.region)), None)
    first = Disputed(
        one=priced(row),
        since=_since(asked, row),
        unheld=unheld,
        place=away,
        listed=priced(listed) if listed and row.quote.purchase != "on_demand" else None,
        before=_before(asked, listed) if listed and row.quote.purchase in TERMS else None,
        told=tuple(_of(asked, one, row, every) for one in told),
        cites=tuple(dict.fromkeys((row.quote.source, *((listed.quote.source,) if listed else ())))),
    )
    return FactAnswer(headline=first, table=price_table(every[:ROWS]), of_told=True, whole=True)


def _amounts(text: str) -> tuple[Amount, ...]:
    """Dollars in the order of the text, each once."""
    prices = told_prices(text)
    spans = {one.amount: one.hours for one in prices if one.hours > 1}
    hourly = {one.amount for one in prices}
    written = (one[1] or one[2] or one[3] for one in _TOLD.finditer(text))
    found = {_usd(one, hourly): _decimals(one) for one in written}
    return tuple(
        Amount(usd / spans.get(usd, 1.0), usd, _UNITS.get(spans.get(usd, 1.0), ""), HALF / 10**places)
        for usd, places in found.items()
        if usd > 0
    )


def _usd(written: str, hourly: Collection[float]) -> float:
    """ "$1.006/h" is no thousand dollars."""
    plain = written.replace(",", "")
    return float(plain) if plain.count(".") < 2 and float(plain) in hourly else number_of(written)


def _decimals(written: str) -> int:
    return len(written.partition(".")[2])


def _row(
    asked: AskedOn, thing: Instance, way: Purchase, every: Sequence[RankedPrice]
) -> tuple[RankedPrice | None, Purchase | None, str | None]:
    """The price held, the way of which none is, and the place of which none is."""
    place = asked.profile.region
    if there := rows_of(asked, (thing,), (way,), place):
        return there[0], None, None
    same = next((row for row in every if row.quote.purchase == way), None)
    if same is not None:
        return same, None, place
    listed = rows_of(asked, (thing,), ("on_demand",), place) or rows_of(asked, (thing,), (), place) or every
    return next(iter(listed), None), way, None


def _is_near(told: Amount, held: float) -> bool:
    """Within what both are rounded to: $0.21 is 0.215."""
    return abs(told.usd / held - 1) <= NEAR or (not told.unit and abs(told.usd - held) <= told.rounded + TINY)


def _of(asked: Asked, told: Amount, row: RankedPrice, every: Sequence[RankedPrice]) -> ToldOf:
    held = row.quote.seen.likely
    near, usd = _is_near(told, held), told.usd
    same_way = [one for one in every if one.quote.purchase == row.quote.purchase]
    others = () if near else (*same_way, *every)
    other = next((one for one in others if _is_near(told, one.quote.seen.likely)), None)
    past = () if near else [run for run in _runs(asked, row) if _is_near(told, run.usd)]
    listed = row.quote.purchase == "on_demand" and row.instance.cloud == WITH_HOST
    return ToldOf(
        usd=usd,
        sum=told.sum,
        unit=told.unit,
        off=usd / held - 1,
        far=abs(usd / held - 1),
        near=near,
        until=str(past[-1].last) if past else "",
        other=priced(other) if other else None,
        host=listed and usd < HALF * held and other is None,
    )


def _runs(asked: Asked, row: RankedPrice) -> list[PriceRun]:
    seen = asked.library.histories((row.instance,), asked.day)[row.instance.id]
    return [run for run, _ in of_quote(seen, row.quote, asked.facts)]


def _before(asked: Asked, row: RankedPrice) -> float | None:
    """What it was before its price fell; None where it did not."""
    runs = _runs(asked, row)
    return runs[-2].usd if len(runs) > 1 and runs[-2].usd > runs[-1].usd else None


def _since(asked: Asked, row: RankedPrice) -> str:
    """The first day on which what it costs now was seen; "" where it was seen on one day."""
    runs = _runs(asked, row)
    return str(runs[-1].first) if runs and runs[-1].first < runs[-1].last else ""
