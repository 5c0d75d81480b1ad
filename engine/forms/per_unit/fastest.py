"""The machine that serves the fastest, where that is asked: the most tokens a second, or the least wait of one alone.

One alone is a single request on as many chips of the machine as share one copy of the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question, UnitCost
from engine.options.problem import Problem
from engine.options.serving_plan import serving_run
from engine.serving.roofline import batch_held
from engine.speed.serving_model import served
from engine.verdict.forks import Case
from knowledge.facts import Purchase
from knowledge.units import MILLISECONDS_PER_SECOND

WAITS = "least_latency"  # the signal
SPEED = "speed"  # a priority


class Alone(NamedTuple):
    """One request alone: tokens a second, milliseconds to the first of them, and the chips that it is shared by."""

    tokens_per_second: float
    ttft_ms: float
    chips: int


class FastestOn(Reason, code="fastest_on"):
    """The fastest machine; `alone` where the least wait is asked. `runner_up`: the same of the next chip."""

    model: str | None
    parameters: float | None
    instance: str
    machines: int
    chips: int
    chip: str
    purchase: Purchase
    usd_per_hour: float
    usd_per_month: float
    precision: str
    tokens_per_second: float
    requests: float
    alone: Alone | None
    runner_up: tuple[str, str, float, float] | None  # type, chip, tokens a second, dollars an hour
    basis: str


def asks_fastest(asked: Question) -> bool:
    """Whether the fastest machine to serve on is asked, whatever it costs."""
    return asked.said.priority == SPEED or WAITS in asked.reading.signals


def fastest(costs: Sequence[UnitCost], asked: Question) -> UnitCost | None:
    """Of those that serve; the cheaper of two that are as fast."""
    return next(iter(_ranked(costs, asked)), None)


def told(lead: UnitCost, costs: Sequence[UnitCost], asked: Question, case: Case, named: dict[str, Any]) -> FastestOn:
    """The first line. `named`: the model and its size."""
    serving, option = lead.option.serving, lead.option
    others = [one for one in _ranked(costs, asked) if one.option.accelerator != option.accelerator]
    problem = Problem(case.filled, asked.library, asked.day, brief=True)
    waits = WAITS in asked.reading.signals
    second = others[0] if others else None
    return FastestOn(
        **named,
        instance=option.instance,
        machines=option.count,
        chips=option.chips,
        chip=option.chip_name,
        purchase=option.purchase,
        usd_per_hour=lead.usd_per_hour,
        usd_per_month=lead.usd_per_month,
        precision=serving.precision if serving else "",
        tokens_per_second=_all(lead),
        requests=serving.batch * option.chips / serving.chips if serving else 0.0,
        alone=alone(lead, problem) if waits else None,
        runner_up=_beside(second, problem, waits=waits) if second else None,
        basis=option.speed.basis,
        cites=tuple(dict.fromkeys((*option.price.cites, *option.speed.cites[:2]))),
    )


def alone(cost: UnitCost, problem: Problem) -> Alone | None:
    """On the number of chips that answers one request the soonest."""
    instance = problem.facts.instances[cost.option.instance]
    found: list[Alone] = []
    for joined in (size for size in range(1, instance.count + 1) if instance.count % size == 0):
        run = serving_run(problem, problem.chip(instance), joined)
        if batch_held(run, problem.library.serving_fit.shares) < 1:
            continue
        at = served(replace(run, batch=1.0), instance.accelerator, problem.library)
        if at.tpot_ms:
            found.append(Alone(MILLISECONDS_PER_SECOND / at.tpot_ms, at.ttft_ms, joined))
    return max(found, default=None)


def _ranked(costs: Sequence[UnitCost], asked: Question) -> list[UnitCost]:
    serve = [cost for cost in costs if cost.option.serving]
    if WAITS not in asked.reading.signals:
        return sorted(serve, key=lambda cost: (-_all(cost), cost.usd_per_month))
    problem = Problem(asked.filled, asked.library, asked.day, brief=True)
    speeds = {cost.option.id: one.tokens_per_second for cost in serve if (one := alone(cost, problem))}
    return sorted(serve, key=lambda cost: (-speeds.get(cost.option.id, 0.0), cost.usd_per_month))


def _beside(cost: UnitCost, problem: Problem, *, waits: bool) -> tuple[str, str, float, float]:
    one = alone(cost, problem) if waits else None
    speed = one.tokens_per_second if one else _all(cost)
    return cost.option.instance, cost.option.chip_name, speed, cost.usd_per_hour


def _all(cost: UnitCost) -> float:
    """Tokens a second of the whole offering."""
    serving = cost.option.serving
    return serving.tokens_per_second * cost.option.count if serving else 0.0
