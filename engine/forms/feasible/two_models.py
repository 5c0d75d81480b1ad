"""Several models on the same cards: which of them writes more tokens a second, and whether each fits.

One request at a time reads every active weight for each token: the bandwidth over their bytes bounds it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, cast

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.feasible.alone_speed import alone_speed, at_most
from engine.forms.fit import each_model
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Row, Work
from engine.forms.quantity.slots import named_kinds
from engine.memory.ways import Way, in_all, ways
from engine.options.too_small import memory_cite
from knowledge.units import gib

SEVERAL, MOST = 2, 4  # models
RATES = frozenset({"tokens_s", "tokens_s_each"})  # units
SPEEDS = frozenset({"rate", "compare", "slow"})  # predicates
FASTER = frozenset({"token_speed", "in_less_time", "how_much_faster", "speed_word"})  # cues
TRAINS = frozenset({"training_words", "memory_error", "no_room"})  # cues


class ModelThere(NamedTuple):
    """One model: what it takes of the usable GiB, whether that fits, and tokens a second of one request, at most and
    as engines reach it."""

    model: str
    parameters: float
    active: float
    way: Way
    gib: float
    fits: bool
    most: float
    reached: Interval


class ModelsThere(Reason, code="models_there"):
    """The fastest that fits first. `times`: how much faster it is than the next; `native`: one has a precision of its
    own."""

    each: tuple[ModelThere, ...]
    times: float
    chip: str
    said: int
    usable_gib: float
    gbps: float


class MoreAtOnce(Reason, code="more_at_once"):
    """What changes with many requests at once."""

    mixture: bool


def two_models(asked: Asked, _stated: FactAnswer) -> FactAnswer | None:
    """None unless several models and one kind of card are named, and their speed is asked."""
    reading = asked.reading
    cues, shown = set(reading.cues), set(reading.sought.predicates)
    speaks = RATES & set(reading.sought.units) or (shown & SPEEDS and cues & FASTER)
    if not speaks or cues & TRAINS or reading.profile.task not in (None, "inference") or reading.profile.method:
        return None
    cases = each_model(asked) if "variant" in reading.ambiguous or "parameters" in reading.ambiguous else ()
    kinds = named_kinds(asked.problem)
    kind = kinds[0] if len(kinds) == 1 else None
    chip = kind.chip if kind is not None else None
    if not SEVERAL <= len(cases) <= MOST or kind is None or chip is None or chip.hbm_gbps is None:
        return None
    told = [_on(replace(asked, reading=case), kind) for case in cases]
    each = tuple(one for one in told if one is not None)
    if len(each) < SEVERAL:
        return None
    each = tuple(sorted(each, key=lambda one: (not one.fits, -one.most)))
    headline = ModelsThere(
        each=each,
        times=each[0].most / each[1].most,
        chip=kind.name,
        said=max(1, kind.said),
        usable_gib=kind.usable_gib * max(1, kind.said),
        gbps=chip.hbm_gbps.value * max(1, kind.said),
        cites=(memory_cite(chip), chip.hbm_gbps.source),
    )
    mixture = any(one.active < one.parameters for one in each)
    return FactAnswer(headline=headline, sentences=(MoreAtOnce(mixture=mixture),), whole=True)


def _on(asked: Asked, kind: Hardware) -> ModelThere | None:
    """In the precision that was said, else its own, else the widest that fits."""
    said = asked.profile
    if not said.parameters:
        return None
    problem = asked.problem
    native, found = problem.shape.native_precision, ways(said.model_copy(update={"task": "inference"}))
    plain = "bf16" if said.precision == "fp16" else said.precision
    wanted = (cast("Way", plain),) if plain else (cast("Way", native),) if native else found
    rows = [Row(work, kind, work.room(kind), None) for way in wanted if (work := Work(way, problem, 1.0))]
    row = next((one for one in rows if one.fits), rows[0])
    reached = alone_speed(row, kind)
    if reached is None:
        return None
    return ModelThere(
        model=model_of(problem),
        parameters=problem.shape.parameters,
        active=problem.shape.active_parameters,
        way=row.work.way,
        gib=gib(in_all(row.work.need())),
        fits=bool(row.fits),
        most=at_most(row, kind),
        reached=reached,
    )
