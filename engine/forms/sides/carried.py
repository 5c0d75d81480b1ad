"""What a speed of training of one's own comes to on another chip: by the speeds that both reach in this work.

tokens a second there = tokens a second here x (TFLOP/s that the chip there reaches / that the chip here reaches).
"""

from __future__ import annotations

from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked, Form
from engine.forms.parts.estimate_reasons import EstimateRange
from engine.forms.parts.own_speed import NO_TRAINING, chip_of, flops_each
from engine.forms.told.on_other import ChipPrice, hour_of
from engine.options.problem import Problem
from engine.workload.equipment import about, count_of, of_role
from engine.workload.profile import Equipment
from knowledge.facts import Accelerator
from knowledge.units import BILLION, SECONDS_PER_HOUR, TERA

FORMS = frozenset({"fit", "explain", "choose", "compare", "support", "estimate"})  # whose place it takes
AMOUNTS = ("tokens", "samples", "run_hours", "steps", "tokens_per_day", "deadline_days", "flops")
SAME = 0.05  # a share


class SpeedThere(Reason, code="speed_there"):
    """`own` tokens a second of each chip `here` are `speed` on each one `there`: `ratio` times as many.

    `usd_here`, `usd_there`: of 1B tokens at the list price on demand, 0 where none is known.
    """

    here: str
    there: str
    own: float
    speed: Interval
    ratio: float
    usd_here: float
    usd_there: float
    rate_here: float
    rate_there: float
    parameters: float
    worth: Literal["pays", "same", "sooner", "no"]  # in dollars of a token, then in time


def of_carried(form: Form, stated: FactAnswer, asked: Asked) -> FactAnswer | None:
    """None unless tokens a second of training are told of one chip, and another is asked about."""
    said, reading = asked.profile, asked.reading
    own = said.current_tokens_per_second
    if stated.of_told or form.id not in FORMS or not own or said.task == "inference" or any(map(said.says, AMOUNTS)):
        return None
    if not (said.parameters or said.model):
        return None
    here = next(iter((*of_role(reading, "owned"), *of_role(reading, "quoted"))), None)
    there = next((one for one in about(reading) if here is None or one.id != here.id), None)
    if here is None or there is None:
        return None
    problem = asked.problem
    chips = _chip(problem, here), _chip(problem, there)
    if chips[0] is None or chips[1] is None or chips[0].id == chips[1].id or problem.shape.sample is not None:
        return None
    number = count_of(here, reading) or said.current_count or 1
    return _told(problem, chips[0], chips[1], own / number)


def _chip(problem: Problem, one: Equipment) -> Accelerator | None:
    return chip_of(problem, one)


def _told(problem: Problem, here: Accelerator, there: Accelerator, own: float) -> FactAnswer | None:
    """None where a speed of either is not known, or it is no speed of training."""
    reached, other = problem.speed(here), problem.speed(there)
    tflops = own * flops_each(problem) / TERA
    if reached is None or other is None or not NO_TRAINING <= tflops / here.bf16_dense_tflops.value <= 1:
        return None
    speed = other.speed.times(own / reached.speed.likely)
    prices = hour_of(here, problem), hour_of(there, problem)
    told = SpeedThere(
        here=here.name,
        there=there.name,
        own=own,
        speed=speed,
        ratio=speed.likely / own,
        usd_here=_of_billion(prices[0], own),
        usd_there=_of_billion(prices[1], speed.likely),
        rate_here=prices[0].usd,
        rate_there=prices[1].usd,
        parameters=problem.shape.parameters,
        worth=_worth(_of_billion(prices[0], own), _of_billion(prices[1], speed.likely), speed.likely / own),
        cites=tuple(dict.fromkeys((*other.cites[:2], *reached.cites[:1], *(p.cites[0] for p in prices if p.cites)))),
    )
    basis = other.basis if other.basis != "measured" else reached.basis
    return FactAnswer(headline=told, sentences=(EstimateRange(basis=basis),), filled=problem.filled, of_told=True)


def _worth(here: float, there: float, ratio: float) -> Literal["pays", "same", "sooner", "no"]:
    """Sums that differ by less than prices do are the same."""
    if there <= here * (1 - SAME):
        return "pays"
    if there <= here * (1 + SAME):
        return "same"
    return "sooner" if ratio > 1 else "no"


def _of_billion(price: ChipPrice, tokens_per_second: float) -> float:
    return BILLION / tokens_per_second / SECONDS_PER_HOUR * price.usd
