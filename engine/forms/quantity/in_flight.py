"""How many cards answer so many requests at once, where how long each waits is limited.

cards = ceil(requests / batch) x cards of a copy: the batch within the limit as serving plans have it
(engine/options/serving_plan.py), of the way to join the cards that takes the fewest.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.quantity.bought import plainly
from engine.forms.quantity.paced import of_length, users_at
from engine.forms.quantity.slots import Serving, context_of, precision_on, serving
from engine.forms.served.told_serving import told_pace
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.options.serving_plan import Chosen, choose, serving_run
from engine.serving.roofline import batch_held
from engine.speed.serving_model import served
from knowledge.units import HOURS_PER_MONTH, MILLISECONDS_PER_SECOND

CARDS = frozenset({"cards", "machines", "nodes"})  # units
EACH_TOKEN = "latency_each_token"  # noqa: S105  # a signal: what is limited
CHOSEN = frozenset({"which", "dollars", "compare"})  # predicates
FEW, WHOLE = 2, 8  # requests; cards of a machine
JOINED = (1, 2, 4, 8)


class InFlight(Reason, code="in_flight"):
    """`chips` answer `requests` at once: copies of `joined` cards with `batch` each; `limit_ms` of what `waits`.

    `usd_per_month` 0: no price is held.
    """

    model: str
    parameters: float
    precision: str
    chip: str
    chips: int
    requests: int
    joined: int
    batch: int
    ttft_ms: float
    tpot_ms: float
    limit_ms: float
    pace: float
    context: float  # tokens of each request as said, else 0
    machines: int
    instance: str
    usd_per_month: float
    said: int  # cards that were said
    nodes: int  # whole machines that have them, of `whole` cards each
    whole: int
    by_node: bool = False  # they are asked for
    cheapest: bool = False  # of several that were named


class InFlightAssumes(Reason, code="in_flight_assumes"):
    """What it rests on; `context` 0: the usual lengths."""

    context: float


class Plan(NamedTuple):
    """Cards of one copy, and how it answers."""

    joined: int
    batch: int
    ttft_ms: float
    tpot_ms: float
    precision: str
    cites: tuple[str, ...]


def in_flight(asked: Asked) -> FactAnswer | None:
    """None where no number of cards, nor which of several, is asked, or nobody said how many at once and how fast."""
    said, units = asked.profile, asked.reading.sought.units
    requests, pace = said.concurrent_users or 0, told_pace(asked.reading.text)
    if requests < FEW or not (said.latency_ms or pace):
        return None
    known = serving(asked)
    if known is None or not known.hardware:
        return None
    chosen = len(known.hardware) > 1 and not CHOSEN.isdisjoint(asked.reading.sought.predicates)
    if CARDS.isdisjoint(units) and not chosen:
        return None
    lines = [line for kind in known.hardware if (line := _line(known, kind, requests, pace))]
    if not lines or (chosen and len(lines) < FEW):
        return None
    if chosen:
        lines.sort(key=lambda line: line.usd_per_month or math.inf)
    first = lines[0].model_copy(
        update={"cheapest": chosen and bool(lines[-1].usd_per_month), "by_node": "nodes" in units}
    )
    return FactAnswer(headline=first, sentences=(*lines[1:], InFlightAssumes(context=first.context)))


def _line(known: Serving, kind: Hardware, requests: int, pace: float | None) -> InFlight | None:
    problem = _limited(known, kind, pace)
    plans = _plans(problem, kind, pace, context_of(known))
    if not plans:
        return None
    plan = min(plans, key=lambda one: (math.ceil(requests / one.batch) * one.joined, one.joined))
    chips = math.ceil(requests / plan.batch) * plan.joined
    price = plainly(problem, kind, chips, plan.joined)
    whole = max((one.count for one in kind.types), default=0) or kind.said or WHOLE
    return InFlight(
        model=model_of(problem),
        parameters=problem.shape.parameters,
        precision=plan.precision,
        chip=kind.name,
        chips=chips,
        said=kind.said,
        nodes=math.ceil(chips / whole),
        whole=whole,
        requests=requests,
        joined=plan.joined,
        batch=plan.batch,
        ttft_ms=plan.ttft_ms,
        tpot_ms=plan.tpot_ms,
        limit_ms=known.problem.filled.reading.profile.latency_ms or 0.0,
        pace=pace or 0.0,
        context=context_of(known) or 0.0,
        machines=price.machines if price else 0,
        instance=price.instance if price else "",
        usd_per_month=price.usd_per_hour * HOURS_PER_MONTH if price else 0.0,
        cites=(*plan.cites[:2], *(price.cites if price else ())),
    )


def _plans(problem: Problem, kind: Hardware, pace: float | None, context: float | None) -> list[Plan]:
    """Ways to join cards: of a pace by the time between tokens, else as serving plans keep the latency."""
    if kind.chip is None:
        return []
    if not pace:
        made = [one for thing in kind.types if isinstance(one := choose(problem, thing, 1), Chosen)]
        found = [(one, one.at) for one in made if one.at.batch >= 1]
        return [
            Plan(one.joined, int(at.batch), at.ttft_ms, at.tpot_ms or 0.0, one.precision, at.cites)
            for one, at in found
        ]
    plans: list[Plan] = []
    fit = problem.library.serving_fit
    for joined in JOINED:
        run = of_length(serving_run(problem, kind.chip, joined), context)
        most = batch_held(run, fit.shares)
        batch = int(users_at(run, most, pace, fit.factor(run.marks), fit.shares)) if most >= 1 else 0
        if batch:
            at = served(replace(run, batch=float(batch)), kind.chip.id, problem.library)
            plans.append(Plan(joined, batch, at.ttft_ms, at.tpot_ms or 0.0, problem.precision(kind.chip), at.cites))
    return plans


def _limited(known: Serving, kind: Hardware, pace: float | None) -> Problem:
    base = known.problem
    changed: dict[str, object] = {"precision": precision_on(known, kind.chip)} if kind.chip else {}
    filled = base.filled
    if pace:
        changed["latency_ms"] = MILLISECONDS_PER_SECOND / pace
        signals = tuple(sorted({*filled.reading.signals, EACH_TOKEN}))
        filled = filled.model_copy(update={"reading": filled.reading.model_copy(update={"signals": signals})})
    return Problem(refill(filled, base.library, **changed), base.library, base.day, brief=True)
