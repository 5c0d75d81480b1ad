"""A price of a machine that a question takes for granted and that is not the one held: the right one comes first.

Only of a machine by its name, and of what is told of it in general: what somebody pays or was quoted is their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.charged.afforded import PERIODS
from engine.forms.charged.held import Found, Hour, hour_of, hours_of
from engine.forms.money.amounts import dollars
from engine.forms.money.rows import Priced, bound, priced, rows_of
from engine.forms.money.said import MoneySaid
from engine.forms.parts.asked_on import AskedOn
from engine.options.named import CLOUDS
from engine.prices.price_runs import PriceRun, of_quote
from engine.workload.hours.told_spans import times
from engine.workload.told_prices import told_prices
from knowledge.facts import Instance

FAR = 0.05  # as a share: what is told is rounded
CONFIRMS = "confirms"  # a cue
_MANY = re.compile(
    r"(?<![\w.,$€])(\d{1,4})\s+(?:of\s+(?:them|these|those)\b|(?:for|over|pour|für|por)\s+(?:an?|one|un|une|einen)\b"
    r"|non-?stop\b|24/7|around the clock\b)",
    re.IGNORECASE,
)


class Corrected(Reason, code="corrected"):
    """`told`: USD an hour as it was said; of `machines` for `hours` each the right price comes to `usd`.

    `told_usd`: the sum that was said, None where none was. `right`, `sum_right`: the price, the sum that were told.
    `until`: the last day on which the told price was seen. `since`: the first on which the right one was, where that
    is another one than the last. `asks`: whether it is right was asked. `other`: a machine with the same chip at a
    seller that was named as well. `by_chip`: a chip was named, and the price is of one of it.
    """

    told: float
    right: bool
    sum_right: bool
    hour: Hour
    machines: int
    hours: float | None
    unit: str
    usd: float | None
    told_usd: float | None
    until: str
    since: str
    asks: bool
    by_chip: bool
    other: Priced | None


def corrected(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where the price is held as it was told, of the machine or of one of its chips in any way to buy it, unless
    it is asked whether a sum is right."""
    told = next((one for one in told_prices(asked.reading.text) if one.hours == 1), None)
    asked = bound(asked, said)
    types = meant(asked.reading, asked.facts, asked.library.prices(asked.day), 1)
    way = said.ways[0] if len(said.ways) == 1 else asked.profile.purchase
    if any(name not in asked.facts.instances for name in asked.profile.instances):
        return None  # of a machine that is not held no other one tells the price
    asks = CONFIRMS in asked.reading.cues
    by_chip = asks and told is not None and not asked.profile.instances and not times(asked.reading.text)
    if by_chip and (asked.profile.accelerator_count or 1) > 1:
        return None  # "8x A100 for $4 an hour" is a price of all of them
    if by_chip:
        found = _nearest(hours_of(asked, _sold(asked, types), way), told.amount if told else 0.0)
    else:
        found = hour_of(asked, types, way) if types else None
    if told is None or found is None or found.hour.away or (way and found.hour.other_way):
        return None
    chips = found.row.instance.count if by_chip else 1
    right = _is_near(told.amount * chips, found.row.quote.seen.likely)
    if not (right and asks) and any(_is_near(told.amount, usd) for usd in _held(asked, types, found)):
        return None
    span = next((one for one in times(asked.reading.text) if one.unit), None)
    span = span or next(iter(times(asked.reading.text)), None)
    hours = float(PERIODS.get(span.unit, span.hours)) if span else None
    if right and hours is None and not asks:
        return None
    many = _MANY.search(asked.reading.text)
    machines = int(asked.profile.instance_count or (many[1] if many else 1))
    usd = found.row.quote.seen.likely
    total, theirs = machines * hours * usd if hours else None, dollars(asked.reading.text) if hours else None
    theirs = None if theirs == told.amount else theirs
    first = Corrected(
        told=told.amount,
        right=right,
        sum_right=bool(total and theirs and _is_near(theirs, total)),
        hour=found.hour,
        machines=machines,
        hours=hours,
        unit=span.unit if span else "",
        usd=total,
        told_usd=theirs,
        until="" if right else _until(asked, found, told.amount * chips),
        since=_since(asked, found),
        asks=asks,
        by_chip=by_chip,
        other=_other(asked, types[0]),
        cites=(found.row.quote.source,),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)


def _sold(asked: AskedOn, types: tuple[Instance, ...]) -> tuple[Instance, ...]:
    """Every type with the same chip, of the clouds that are named, else of the large ones."""
    chips, clouds = {one.accelerator for one in types}, asked.profile.clouds or CLOUDS
    every = asked.facts.instances.values()
    return tuple(one for one in every if one.accelerator in chips and one.cloud in clouds)


def _nearest(hours: Sequence[Found], told: float) -> Found | None:
    """The one whose chip-hour is as told, else the cheapest."""
    return next((one for one in hours if _is_near(told, one.row.usd_per_chip_hour)), next(iter(hours), None))


def _is_near(told: float, held: float) -> bool:
    return abs(told / held - 1) <= FAR


def _held(asked: AskedOn, types: tuple[Instance, ...], found: Found) -> list[float]:
    """What an hour of the machine and of one of its chips costs, in each way where none was said."""
    rows = (found.row,) if asked.profile.purchase else rows_of(asked, types, (), asked.profile.region)
    return [usd for row in rows for usd in (row.quote.seen.likely, row.usd_per_chip_hour)]


def _until(asked: AskedOn, found: Found, told: float) -> str:
    """The last day on which it cost what was told; "" where it never did."""
    past = [run for run in _runs(asked, found) if _is_near(told, run.usd)]
    return str(past[-1].last) if past else ""


def _since(asked: AskedOn, found: Found) -> str:
    """The first day on which what it costs now was seen; "" where it was seen on one day."""
    runs = _runs(asked, found)
    return str(runs[-1].first) if runs and runs[-1].first < runs[-1].last else ""


def _runs(asked: AskedOn, found: Found) -> list[PriceRun]:
    thing = found.row.instance
    seen = asked.library.histories((thing,), asked.day)[thing.id]
    return [run for run, _ in of_quote(seen, found.row.quote, asked.facts)]


def _other(asked: AskedOn, thing: Instance) -> Priced | None:
    """The cheapest hour of as many of the same chips at another seller that is named."""
    sellers = set(asked.profile.clouds) - {thing.cloud}
    every = asked.facts.instances.values()
    types = tuple(one for one in every if one.cloud in sellers and one.accelerator == thing.accelerator)
    rows = rows_of(asked, tuple(one for one in types if one.count == thing.count) or types, ("on_demand",), None)
    return priced(rows[0]) if rows else None
