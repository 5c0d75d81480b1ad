"""How many users at once, where each is to have a speed: "how many users at 20 tokens/s each on two H100?"."""

from __future__ import annotations

import math
from typing import Any

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.estimate_reasons import EstimateRange
from engine.forms.parts.headline import model_of
from engine.forms.per_unit.rates import LIGHT, Question
from engine.forms.served.shown import Part, Shown, shown_in
from engine.forms.served.told_serving import told_pace, told_speed
from engine.options.assumptions import Filled, fill
from engine.options.option import CostedOption
from engine.options.problem import Problem
from engine.verdict.forks import on_named
from engine.workload.said import said_also
from knowledge.units import MILLISECONDS_PER_SECOND

OF_EACH = "latency_each_token"  # the signal: what a latency limits
USERS = "asks_users"  # the cue
HOW_MANY = ("how_many", "asks_users", "asks_batch", "at_once", "token_speed", "fit")  # cues


class UsersAtPace(Reason, code="users_at_pace"):
    """Users that are written to at once on all `chips`, each at a mean pace of `tokens_per_second`: one token in so
    many milliseconds."""

    model: str
    parameters: float
    chip: str
    chips: int
    precision: str
    tokens_per_second: float
    milliseconds: float
    users: float
    in_all: float  # tokens a second of all of them
    prompt_tokens: float
    answer_tokens: float
    ttft_ms: float


class NoUserAtPace(Reason, code="no_user_at_pace"):
    """Even one user gets no such pace there."""

    model: str
    parameters: float
    chip: str
    chips: int
    tokens_per_second: float
    milliseconds: float


def asks(shown: Shown) -> bool:
    """Whether a pace of each user is said, of a model on hardware that is named, and how many of them is asked."""
    named = bool(shown.said.candidates or shown.said.instances)
    pace = _pace(shown) if shown.sized and named and not shown.trains and not shown.of_else else None
    return pace is not None and shown.has(*HOW_MANY)


def _pace(shown: Shown) -> float | None:
    """That of each; where how many users is asked, any that is told."""
    return told_pace(shown.text) or (told_speed(shown.text) if shown.has(USERS) else None)


def answer(question: Question) -> FactAnswer | None:
    """On what was named; None where it holds no copy of the model."""
    pace = _pace(shown_in(question.reading))
    if pace is None:
        return None
    used = question.library.serving_fit.shares["latency_used"]  # of a limit that none may pass; a pace is a mean
    limit = MILLISECONDS_PER_SECOND / pace / used
    filled, lead = _on_named(question, {"latency_ms": limit})
    problem = Problem(filled, question.library, question.day, brief=True)
    told: dict[str, Any] = {
        "model": model_of(problem),
        "parameters": problem.shape.parameters,
        "tokens_per_second": pace,
    }
    told["milliseconds"] = MILLISECONDS_PER_SECOND / pace
    wanted, types = question.said.accelerator_count, question.library.facts.instances
    chips = int(wanted or types[lead.instance].count) if lead is not None else 0
    if lead is None or lead.serving is None or chips < lead.serving.chips:  # so few do not reach that pace together
        _, any_pace = _on_named(question, {})
        if any_pace is None or any_pace.serving is None:
            return None
        held = int(wanted or types[any_pace.instance].count)
        if held < any_pace.serving.chips:
            return None  # so few hold no copy at all
        return FactAnswer(headline=NoUserAtPace(**told, chip=any_pace.chip_name, chips=held))
    serving = lead.serving
    if serving.answer_tokens is None:
        return None
    users = max(1, math.floor(serving.batch * chips / serving.chips))
    first = UsersAtPace(
        **told,
        chip=lead.chip_name,
        chips=chips,
        precision=serving.precision,
        users=float(users),
        in_all=users * pace,
        prompt_tokens=serving.prompt_tokens,
        answer_tokens=serving.answer_tokens,
        ttft_ms=serving.ttft_ms,
        cites=lead.speed.cites[:2],
    )
    rests = EstimateRange(basis=lead.speed.basis, cites=lead.speed.cites[:2])
    return FactAnswer(headline=first, sentences=(rests,))


def _on_named(question: Question, limit: dict[str, object]) -> tuple[Filled, CostedOption | None]:
    """What was named, of the number of chips that comes nearest, in the time that a token may take."""
    served = {"task": "inference", "tokens_per_day": LIGHT, "current_tokens_per_second": None, **limit}
    said = said_also(question.said, {"latency_ms": None, "concurrent_users": None, **served})
    signals = tuple(sorted({*question.reading.signals, OF_EACH}))
    reading = question.reading.model_copy(update={"profile": said, "signals": signals})
    filled = fill(reading, question.library)
    wanted, types = question.said.accelerator_count or 0, question.library.facts.instances
    named = on_named(filled, question.library, question.day)

    def order(one: CostedOption) -> tuple[int, float]:
        return abs(types[one.instance].count - wanted), one.run.usd.likely

    return filled, min(named, key=order, default=None)


PER_USER = Part(asks, answer)
