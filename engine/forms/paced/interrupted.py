"""A run on spot whose interruptions are told: its hours and dollars with checkpoints and without, against on demand.

Expected hours = mean x exp(back / mean) x (exp((interval + write) / mean) - 1) x run / interval (Daly 2006, eq. 20);
without checkpoints the interval is the run itself.
"""

from __future__ import annotations

import math

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.money.said import money_said
from engine.prices.price_book import Quote
from engine.prices.spot import spot_plan
from knowledge.facts import Instance
from knowledge.units import MINUTES_PER_HOUR

SIDES = 4
USUAL = "usual_checkpoint_minutes"  # a constant
PERCENT = 100.0
NEVER = 20.0  # times as long: who sees that stops it
ELSE = frozenset({"carbon"})


class Interrupted(Reason, code="interrupted"):
    """The first line. `hours` of a run, `apart` hours between interruptions. `alone`: the chance of none in a run;
    `bare`: hours without checkpoints, `kept`: with one every `every` minutes, `said` so or taken. `no_saves`: none
    are written today. USD an hour on spot and on demand, 0 without a price, and of the run each way. `pays_bare`:
    whether spot is the cheaper even without; `pays`: with them; `never`: without, it does not end. `below`: USD an
    hour that spot may cost with checkpoints."""

    hours: float
    apart: float
    alone: float
    alone_percent: float
    bare: float
    every: float
    said: bool
    kept: float
    more: float
    no_saves: bool
    never: bool
    instance: str
    machines: int
    spot: float
    listed: float
    usd_bare: float
    usd_kept: float
    usd_listed: float
    pays_bare: bool
    pays: bool
    managed: bool
    below: float


class InterruptedHow(Reason, code="interrupted_how"):
    """What the sum takes: minutes to come back and to write; the interval that loses least."""

    back: float
    write: float
    best: float


def interrupted(asked: Asked) -> FactAnswer | None:
    """None where how often it is interrupted or how long the run is is not told."""
    told, hours = money_said(asked.reading).stops, asked.profile.run_hours
    if told.apart_hours is None or not hours or hours <= told.apart_hours / 10:
        return None
    if not ELSE.isdisjoint(asked.reading.sought.predicates) or asked.profile.task == "inference":
        return None
    found = _machine(asked)
    count = int(asked.profile.instance_count or 1)
    family = asked.facts.accelerators[found[0].accelerator].family if found else "gpu"
    plan = spot_plan(asked.library.constants, checkpoint=0.0, family=family, instances=1)
    mean = told.apart_hours * MINUTES_PER_HOUR
    back = told.back_minutes if told.back_minutes is not None else plan.restart_minutes
    write = told.write_minutes or plan.checkpoint_minutes
    every = told.every_minutes or asked.library.constants.likely(USUAL)
    run = hours * MINUTES_PER_HOUR
    bare = _expected(run, run, mean, back) / MINUTES_PER_HOUR
    kept = _expected(run, every, mean, back, write) / MINUTES_PER_HOUR
    spot, listed = (one.usd_per_hour.likely * count if one else 0.0 for one in (found[1:] if found else (None, None)))
    first = Interrupted(
        hours=hours, apart=told.apart_hours, alone=math.exp(-run / mean),
        alone_percent=math.exp(-run / mean) * PERCENT, bare=bare, every=every,
        said=told.every_minutes is not None, kept=kept, more=kept / hours - 1,
        no_saves=asked.profile.checkpointing is False or told.every_minutes is None, never=bare > NEVER * hours,
        instance=found[0].id if found else "", machines=count, spot=spot, listed=listed, usd_bare=spot * bare,
        usd_kept=spot * kept, usd_listed=listed * hours, pays_bare=0 < spot * bare < listed * hours,
        pays=0 < spot * kept < listed * hours, managed=asked.profile.managed is True,
        below=listed * hours / kept if kept else 0.0,
        cites=tuple(dict.fromkeys(one.source for one in (found[1:] if found else ()) if one)),
    )  # fmt: skip
    how = InterruptedHow(back=back, write=write, best=math.sqrt(2 * write * mean))
    return FactAnswer(headline=first, sentences=(how,), of_told=True, whole=True)


def _expected(run: float, every: float, mean: float, back: float, write: float = 0.0) -> float:
    """Minutes that a run of so many takes; a number beyond all use where a float holds none."""
    try:
        return mean * math.exp(back / mean) * math.expm1((every + write) / mean) * run / every
    except OverflowError:
        return math.inf


def _machine(asked: Asked) -> tuple[Instance, Quote | None, Quote | None] | None:
    """The machine that is named, or the smallest with the chip, with its prices on spot and on demand."""
    said, book = asked.profile, asked.library.prices(asked.day)
    things = meant(asked.reading, asked.facts, book, SIDES)
    found = [(one, book.near(one, "spot", said.region), book.near(one, "on_demand", said.region)) for one in things]
    return next((one for one in found if one[1] and one[2]), next(iter(found), None))
