"""How fast a machine writes text with common models, where none was named: tokens a second alone and together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.how_fast import LATENCY, SPEEDS, SpeedBound, TokenLatency, how_fast
from engine.forms.parts.hardware import Hardware, meant
from engine.workload.conditions import FAMILIES
from engine.workload.phases import phases_said
from knowledge.facts import Model
from knowledge.units import MILLISECONDS_PER_SECOND

RATES = frozenset({"rate", "at_once"})  # predicates, one of them asked
ELSE = frozenset({"slow", "why", "hours", "dollars", "compare", "which", "effect"})  # none of them
TEXT, SPEED = "text", "token_speed"  # the kind of work; the cue
NARROWER = (None, "int8", "int4")  # precisions, the plainest that fits


class YardstickRate(NamedTuple):
    """Tokens a second of one common model: of one request `alone` on one card, None over several, whose links limit
    it; and of `requests` at once in all with the answers that are finished, 0 where nothing measured says it."""

    model: str
    precision: str
    alone: Interval | None
    requests: float
    together: float
    a_second: float
    answer_tokens: float


class YardstickRates(Reason, code="yardstick_rates"):
    """What the machine does with each of them; `asks_users`: how many it serves at once is asked."""

    chip: str
    chips: int
    rates: tuple[YardstickRate, ...]
    asks_users: bool


class WhichModelRuns(Reason, code="which_model_runs"):
    """What would settle it."""


def yardsticks(asked: Asked) -> FactAnswer | None:
    """None where a model, other work, or not just one kind of card is named."""
    kind = _card(asked)
    if kind is None:
        return None
    rates = tuple(_rates(asked, kind))
    if not rates:
        return None
    first = YardstickRates(
        chip=kind.name,
        chips=kind.said or 1,
        rates=rates,
        asks_users="at_once" in asked.reading.sought.predicates,
        cites=(kind.chip.hbm_gbps.source,) if kind.chip and kind.chip.hbm_gbps else (),
    )
    return FactAnswer(headline=first, questions=(WhichModelRuns(),), of_told=False)


def _card(asked: Asked) -> Hardware | None:
    reading, said = asked.reading, asked.profile
    sought = set(reading.sought.predicates)
    named = said.parameters or said.model or said.variant or reading.projects or reading.unheld
    of_text = set(reading.domains) <= {TEXT} and bool(said.libraries or SPEED in reading.cues)
    if named or not of_text or sought.isdisjoint(RATES) or sought & ELSE or "training" in phases_said(reading):
        return None
    if not (set(said.candidates) - FAMILIES or said.instances):
        return None
    kinds = meant(asked.problem, alone=True)
    first = kinds[0] if len({kind.name.split(" GB")[0].rsplit(" ", 1)[0] for kind in kinds}) == 1 else None
    return first if first and first.chip and first.chip.hbm_gbps else None


def _rates(asked: Asked, kind: Hardware) -> Iterator[YardstickRate]:
    models = (model for model in asked.facts.models.values() if model.yardstick)
    for model in sorted(models, key=lambda model: model.parameters):
        if (rate := _rate(asked, kind, model)) is not None:
            yield rate


def _rate(asked: Asked, kind: Hardware, model: Model) -> YardstickRate | None:
    """In the plainest precision in which the machine holds it; None where it holds it in none."""
    reading, chips = asked.reading, kind.said or 1
    said = {"variant": model.id, "model": model.family, "parameters": model.parameters, "task": "inference"}
    cues = tuple(cue for cue in reading.cues if cue not in SPEEDS)
    for precision in NARROWER:
        profile = reading.profile.model_copy(update=said | ({"precision": precision} if precision else {}))
        case = reading.model_copy(update={"profile": profile, "cues": (*cues, LATENCY)})
        told = how_fast(replace(asked, reading=case))
        line = told.headline if told else None
        if isinstance(line, TokenLatency) and line.chips == chips and line.alone is not None:
            alone = line.alone.inverse().times(MILLISECONDS_PER_SECOND) if chips == 1 else None
            together, tokens = line.tokens_per_second.likely, line.answer_tokens
            return YardstickRate(
                model.name, line.precision, alone, line.requests, together, together / tokens, tokens
            )
        if isinstance(line, SpeedBound) and line.chips == chips:
            share = asked.library.constants.spread("alone_bandwidth_share")
            alone = share.times(line.tokens_per_second)
            return YardstickRate(model.name, line.precision, alone, 0.0, 0.0, 0.0, 0.0)
    return None
