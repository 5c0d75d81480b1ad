"""Two or more machines for the same traffic by what they serve for the money: tokens a second, and dollars a million.

The same model, precision and lengths on each, on the fewest cards that hold it unless a number was said; where no
price is held the ratio of tokens a second tells from which ratio of prices on one is the better value.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.quantity.bought import plainly
from engine.forms.quantity.slots import Serving, precision_on, serving
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.options.serving_plan import serving_run
from engine.serving.roofline import batch_held
from engine.speed.serving_model import served
from knowledge.units import MILLION, SECONDS_PER_HOUR

VALUE = "value"  # the unit
COUNTS, PAIR = (1, 2, 4, 8), 2


class ServedOn(NamedTuple):
    """One machine: cards that hold one copy, tokens a second of all of them, requests at once there is room for.

    `wanted`: how many cards hold all requests that were said at once (0: none were said). `per_million` 0: no price.
    """

    chip: str
    chips: int
    precision: str
    tokens_s: Interval
    room: int
    wanted: int
    usd_per_hour: float
    per_million: float
    extrapolated: bool


class BetterValue(Reason, code="better_value"):
    """The first line: the better of two by dollars a million where both prices are held, else by tokens/s a card.

    `ratio`: tokens/s a card of `best` over those of `other`, between the ratios of their math and of their bandwidth.
    """

    model: str
    parameters: float
    requests: int
    best: ServedOn
    other: ServedOn
    ratio: Interval
    priced: bool
    prompt_tokens: float
    answer_tokens: float


class ServedThere(Reason, code="served_there"):
    """What one of them serves."""

    on: ServedOn


def per_dollar(asked: Asked) -> FactAnswer | None:
    """None where value is not asked of two machines that serve a model whose size is known."""
    if VALUE not in asked.reading.sought.units:
        return None
    known = serving(asked)
    if known is None or len(known.hardware) < PAIR:
        return None
    found = [(kind, made) for kind in known.hardware if (made := _on(known, kind)) is not None]
    if len(found) < PAIR:
        return None
    rows, kinds = [made for _, made in found], [kind for kind, _ in found]
    sides = [one for one, _ in rows]
    priced = all(one.per_million for one in sides)
    order = sorted(sides, key=lambda one: one.per_million if priced else -one.tokens_s.likely / one.chips)
    best, other = order[0], order[1]
    said, filled = known.problem.filled.reading.profile, known.problem.profile
    first = BetterValue(
        model=model_of(known.problem),
        parameters=known.problem.shape.parameters,
        requests=round(said.concurrent_users or 0),
        best=best,
        other=other,
        ratio=_ratio(best, other, dict(zip(sides, kinds, strict=True))),
        priced=priced,
        prompt_tokens=filled.prompt_tokens or 0.0,
        answer_tokens=filled.answer_tokens or 0.0,
        cites=tuple(dict.fromkeys(cite for _, cites in rows for cite in cites[:2])),
    )
    return FactAnswer(headline=first, sentences=tuple(ServedThere(on=one, cites=cites[:2]) for one, cites in rows))


def _ratio(best: ServedOn, other: ServedOn, kinds: dict[ServedOn, Hardware]) -> Interval:
    """Tokens/s a card; one model gives both speeds, so its error moves both, and the data sheets give the ends."""
    likely = best.tokens_s.likely / best.chips / (other.tokens_s.likely / other.chips)
    one, two = kinds[best].chip, kinds[other].chip
    if one is None or two is None or one.hbm_gbps is None or two.hbm_gbps is None:
        return Interval.exactly(likely)
    math = one.bf16_dense_tflops.value / two.bf16_dense_tflops.value
    ends = (math, one.hbm_gbps.value / two.hbm_gbps.value, likely)
    return Interval(min(ends), likely, max(ends))


def _on(known: Serving, kind: Hardware) -> tuple[ServedOn, tuple[str, ...]] | None:
    """At the requests that were said, or as many as there is room for; None where none of it holds the model."""
    if kind.chip is None:
        return None
    base, library = known.problem, known.problem.library
    precision = precision_on(known, kind.chip)
    problem = Problem(refill(base.filled, library, precision=precision), library, base.day, brief=True)
    asked_for = problem.filled.reading.profile.concurrent_users or 0
    for chips in (kind.said, *COUNTS) if kind.said > 1 else COUNTS:
        run = serving_run(problem, kind.chip, chips)
        room = batch_held(run, library.serving_fit.shares)
        if room >= 1:
            break
    else:
        return None
    batch = min(room, asked_for) if asked_for else min(room, library.published_batch.get(run.platform, room))
    made = served(replace(run, batch=float(batch)), kind.chip.id, library)
    speed = made.tokens_per_second.times(chips)
    price = plainly(problem, kind, chips)
    groups = -(-asked_for // max(1, int(room))) if asked_for else 0
    usd = price.usd_per_chip_hour * chips if price else 0.0  # a machine of more of them serves as much on each
    return ServedOn(
        chip=kind.name,
        chips=chips,
        precision=precision,
        tokens_s=speed,
        room=int(room),
        wanted=groups * chips,
        usd_per_hour=usd,
        per_million=usd / (speed.likely * SECONDS_PER_HOUR) * MILLION,
        extrapolated=made.extrapolated,
    ), (*made.cites, *(price.cites if price else ()), kind.chip.hbm_gib.source)
