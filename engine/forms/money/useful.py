"""What interruptions of spot take of the time, and what an hour of work costs then, against on demand.

Lost of the clock = (half the checkpoint interval + the time to run again) / the time between interruptions; beside it
writing a checkpoint takes its minutes of each interval (first order: Young 1974, Daly 2006).
"""

from __future__ import annotations

from math import isclose

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of, types_of
from engine.forms.money.said import MoneySaid
from engine.forms.money.told_loss import told_loss, told_share
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.prices.spot import daly_interval, spot_plan
from knowledge.facts import Purchase
from knowledge.units import BYTES_PER_GB, MINUTES_PER_HOUR

SIDES = 3
USUAL = "us"  # the area of a machine that is named, where no place is
WAYS: tuple[Purchase, ...] = ("spot", "on_demand")
HOURS, CHECKPOINT = "spot_hours_between_interruptions", "checkpoint_bytes_per_parameter"
ADAPTERS = frozenset({"lora", "qlora"})
PERCENT = 100.0
MOST = 0.99  # of the time that is lost: beyond it nothing gets done


class UsefulHour(Reason, code="useful_hour"):
    """Shares in percent. Minutes: `every` between checkpoints, `back` until it runs again, `write` for a checkpoint;
    hours `apart`.

    `lost`: of the clock, by interruptions; `writing`: of what is left, for checkpoints, where training waits. `more`:
    clock hours for one of work, less one; `more_stops`: of interruptions alone. `often_lost`: interrupted often.
    `assumed`: what was not said (apart, every, back, write). `usd_useful`: of all machines on spot for an hour of
    work; `usd_listed`: on demand, with the checkpoints too. `pays_until`: what may be lost before spot costs more.
    `best`: minutes between checkpoints that lose least (Daly 2006). `run`: hours of a run that were said, and what
    they take and cost.
    """

    machines: int
    spot: Priced | None
    listed: Priced | None
    every: float
    back: float
    write: float
    apart: float
    lost: float
    writing: float
    more: float
    more_stops: float
    often_lost: float | None
    assumed: tuple[str, ...]
    usd_useful: float | None
    usd_listed: float | None
    pays_until: float | None
    best: float
    pays: bool
    run: float | None
    run_clock: float | None
    run_usd: float | None
    run_listed: float | None


class SpotOften(Reason, code="spot_often"):
    """The price on spot, None where none is held, against on demand (`less` is a share), and hours between
    interruptions: likely, often, seldom."""

    thing: str
    spot: Priced | None
    listed: Priced | None
    less: float | None
    hours: float
    low: float
    high: float


def often(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """How often a machine is taken on spot and what it costs; None where no price of it is held at all."""
    asked = bound(asked, said)
    spot, listed = _prices(asked)
    first = spot or listed
    if first is None:
        return None
    held = asked.library.constants.entry(HOURS)
    rows = [row for row in (spot, listed) if row]
    usd, free = (row.quote.seen.likely if row else None for row in (spot, listed))
    told = SpotOften(
        thing=first.instance.id,
        spot=priced(spot) if spot else None,
        listed=priced(listed) if listed else None,
        less=1 - usd / free if usd and free else None,
        hours=held.value.likely,
        low=held.value.low,
        high=held.value.high,
        cites=(*cites_of(rows), held.source),
    )
    return FactAnswer(headline=told, table=price_table(rows), of_told=True, whole=True)


def useful(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where more is lost than there is time."""
    asked = bound(asked, said)
    told, constants = said.stops, asked.library.constants
    if by_loss := told_loss(asked, told.apart_hours, _prices(asked)) or told_share(asked, _prices(asked)):
        return by_loss
    count = int(asked.profile.instance_count or 1)
    plan = spot_plan(constants, checkpoint=_checkpoint_gb(asked), family="gpu", instances=count)
    apart = told.apart_hours or plan.mean_minutes.likely / MINUTES_PER_HOUR
    write = told.write_minutes or plan.checkpoint_minutes
    back = told.back_minutes if told.back_minutes is not None else plan.restart_minutes
    every = told.every_minutes or daly_interval(write, apart * MINUTES_PER_HOUR)
    lost = _lost(every, back, apart)
    if lost >= MOST:
        return None
    writing = write / (every + write)
    share = (1 - lost) * (1 - writing)
    spot, listed = _prices(asked)
    on_spot = spot.quote.seen.likely * count if spot else None
    free = listed.quote.seen.likely * count if listed else None
    often = None if told.apart_hours else _lost(every, back, plan.mean_minutes.low / MINUTES_PER_HOUR)
    assumed = tuple(
        name
        for name, value in (
            ("apart", told.apart_hours),
            ("every", told.every_minutes),
            ("back", told.back_minutes),
            ("write", told.write_minutes),
        )
        if value is None
    )
    hours, stops = asked.profile.run_hours, (told.every_minutes, told.back_minutes, told.write_minutes)
    if hours and any(one and isclose(one, hours * MINUTES_PER_HOUR) for one in stops):
        hours = None  # told of the stops, not of a run
    first = UsefulHour(
        machines=count,
        spot=priced(spot) if spot else None,
        listed=priced(listed) if listed else None,
        every=every,
        back=back,
        write=write,
        apart=apart,
        lost=lost * PERCENT,
        writing=writing * PERCENT,
        more=(1 / share - 1) * PERCENT,
        more_stops=(1 / (1 - lost) - 1) * PERCENT,
        often_lost=often * PERCENT if often is not None and often < MOST else None,
        assumed=assumed,
        usd_useful=on_spot / share if on_spot else None,
        usd_listed=free / (1 - writing) if free else None,
        pays_until=(1 - on_spot / free) * PERCENT if on_spot and free else None,
        best=daly_interval(write, apart * MINUTES_PER_HOUR),
        pays=bool(on_spot and free and on_spot / share < free),
        run=hours,
        run_clock=hours / share if hours else None,
        run_usd=on_spot * hours / share if on_spot and hours else None,
        run_listed=free * hours if free and hours else None,
        cites=(
            *(cites_of([row for row in (spot, listed) if row])),
            *((constants.entry(HOURS).source,) if "apart" in assumed else ()),
        ),
    )
    rows = [row for row in (spot, listed) if row]
    return FactAnswer(headline=first, table=price_table(rows) if rows else None, of_told=True, whole=True)


def _lost(every: float, back: float, apart: float) -> float:
    return (every / 2 + back) / (apart * MINUTES_PER_HOUR)


def _prices(asked: AskedOn) -> tuple[RankedPrice | None, RankedPrice | None]:
    """On spot and on demand, of the machine that is meant: in one region, where one is held of both."""
    if asked.profile.instance_count or asked.profile.parameters:  # whole machines
        things = meant(asked.reading, asked.facts, asked.library.prices(asked.day), SIDES, SIDES)
    else:
        things = types_of(asked)
    place = asked.profile.region or (USUAL if asked.profile.instances else None)
    spots = rows_of(asked, things, ("spot",), place, everywhere=True)
    spots = spots or rows_of(asked, things, ("spot",), None, everywhere=True)
    free = rows_of(asked, things, ("on_demand",), place, everywhere=True)
    for row in sorted(
        spots, key=lambda row: (row.nearness if asked.profile.region else 0, row.usd_per_chip_hour, row.instance.id)
    ):
        same = [one for one in free if one.instance.id == row.instance.id]
        here = next((one for one in same if one.quote.region == row.quote.region), None)
        if here or same:
            return row, here or min(same, key=lambda one: one.quote.seen.likely)
    return (spots[0] if spots else None), (free[0] if free else None)


def _checkpoint_gb(asked: AskedOn) -> float:
    """Of all weights and states that a run resumes from; of adapters, or of no size, next to nothing."""
    size = asked.profile.parameters
    if size is None or asked.profile.method in ADAPTERS:
        return 0.0
    return size * asked.library.constants.likely(CHECKPOINT) / BYTES_PER_GB
