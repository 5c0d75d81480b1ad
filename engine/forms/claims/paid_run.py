"""Dollars that somebody says a run costs, on so many chips for so long: the price of a chip-hour that they imply, and
the share of the peak that the work would take.

USD of a chip-hour = USD / (chips x hours).
"""

from __future__ import annotations

import re
from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.answers.unpriced import with_sellers
from engine.base.reason import Reason
from engine.forms.claims.context import CONFIRMS, NORMAL, Claims, machine_of
from engine.forms.form import Asked
from engine.forms.money.rows import priced, rows_of
from engine.forms.own.machines import Machine
from engine.forms.parts.own_speed import flops_each
from knowledge.facts import PURCHASES_IN_ORDER, Purchase
from knowledge.units import SECONDS_PER_HOUR, TERA

ON_DEMAND: tuple[Purchase, ...] = ("on_demand",)
BELOW, ABOVE = 0.9, 1.1  # of the least and the most that is held
BUDGET = re.compile(
    r"\b(?:have|budget|got|grant|credits?|spend|afford|under|at most|below|limit)\b[^.?!;]{0,24}$", re.I
)
LEAST_HOURS = 0.5
TOO_MUCH = 0.6  # of the peak: more than any published run of language models in 16 bits


class PaidRun(Reason, code="paid_run"):
    """The first line. `low` and `high`: on demand, a chip-hour, of all sellers; `least`: in any way to buy, `way`.

    `mfu`: of the work that was said, 0 where none was; `usual`: what is usual there, and hours and dollars at that.
    """

    usd: float
    hours: float
    cards: int
    chip: str
    each: float
    cheap: bool
    dear: bool
    low: float
    low_at: str
    high: float
    high_at: str
    least: float
    way: str
    least_at: str
    mfu: float
    usual: float
    usual_hours: float
    usual_usd: float
    fast: bool
    parameters: float
    tokens: float


def paid_run(claims: Claims) -> FactAnswer | None:
    """None unless dollars, chips and hours of one run are told and it is asked whether that can be."""
    if not claims.asks(CONFIRMS, NORMAL):
        return None
    if claims.alone.reading.profile.current_usd_per_month:
        return None  # dollars of a month are of no run
    text = claims.whole.reading.text
    paid = [one for one in claims.now if one.of.kind == "usd"]
    if any(BUDGET.search(text[: one.of.first]) for one in paid):
        return None
    runs = [one for one in claims.seen if one.of.kind == "time" and not one.of.thing and not one.of.wanted]
    if len(paid) != 1 or not runs or (len({one.of.value for one in runs}) > 1 and runs[-1].earlier):
        return None
    machine = machine_of(paid[0]) or machine_of(runs[-1])
    if machine is None:
        return None
    asked = _of_every_seller(claims.turn, machine)
    chip_hours = machine.cards * runs[-1].of.value / SECONDS_PER_HOUR
    each = paid[0].of.value / chip_hours
    types = tuple(one for one in asked.facts.instances.values() if one.accelerator == machine.chip.id)
    listed = sorted(rows_of(asked, types, ON_DEMAND, None, everywhere=True), key=lambda row: row.usd_per_chip_hour)
    every = rows_of(asked, types, PURCHASES_IN_ORDER, None, everywhere=True)
    if not listed:
        return None
    least = min(every, key=lambda row: row.usd_per_chip_hour)
    mfu, usual, parameters, tokens = _work(claims, machine, chip_hours)
    hours = runs[-1].of.value / SECONDS_PER_HOUR
    if hours < LEAST_HOURS:
        return None  # of one item, which engine/forms/fleets tells
    low, high = listed[0].usd_per_chip_hour, listed[-1].usd_per_chip_hour
    needed = hours * mfu / usual if usual else 0.0
    first = PaidRun(
        usd=paid[0].of.value, hours=hours, cards=machine.cards, chip=machine.chip.name, each=each,
        cheap=each < low * BELOW, dear=each > high * ABOVE, low=low, low_at=listed[0].instance.id, high=high,
        high_at=listed[-1].instance.id, least=least.usd_per_chip_hour, way=priced(least).purchase,
        least_at=least.instance.id, mfu=mfu, usual=usual, usual_hours=needed,
        usual_usd=needed * machine.cards * each, fast=mfu > max(TOO_MUCH, usual), parameters=parameters,
        tokens=tokens,
        cites=tuple(dict.fromkeys((listed[0].quote.source, least.quote.source))),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)


def _of_every_seller(asked: Asked, machine: Machine) -> Asked:
    """With the prices of specialists, where no cloud was named."""
    types = tuple(one for one in asked.facts.instances.values() if one.accelerator == machine.chip.id)
    return replace(asked, library=with_sellers(asked.profile, types, asked.library))


def _work(claims: Claims, machine: Machine, chip_hours: float) -> tuple[float, float, float, float]:
    """The share of the peak that the work takes, the usual one, parameters and tokens; zeros where none is said."""
    asked = claims.turn
    said, problem = asked.reading.profile, asked.problem
    if not said.tokens or not (said.parameters or said.variant) or problem.shape.sample is not None:
        return 0.0, 0.0, 0.0, 0.0
    published = problem.speed(machine.chip)
    peak = machine.chip.bf16_dense_tflops.value
    done = said.tokens * flops_each(problem) / TERA / SECONDS_PER_HOUR / chip_hours
    return done / peak, published.speed.likely / peak if published else 0.0, problem.shape.parameters, said.tokens
