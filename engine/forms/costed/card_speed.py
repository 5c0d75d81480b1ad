"""How fast a model trains on a card that nobody here sells, such as one's own: tokens a second by method.

tokens/s = TFLOP/s that such a card reaches / TFLOP of one token of the run.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.parts.hardware import meant
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Work, rows
from engine.memory.ways import Way
from engine.options.problem import Problem
from engine.workload.profile import Reading
from knowledge.units import SECONDS_PER_HOUR

SPEED = frozenset({"token_speed", "asks_time"})  # cues
OTHER = frozenset({"vs", "compare", "asks_cost", "mfu"})  # cues
AMOUNTS = frozenset({
    "tokens", "samples", "tokens_per_day", "run_hours", "steps", "epochs", "flops", "dataset", "budget_usd",
    "current_tokens_per_second", "seconds_per_step", "requests_per_second",
})  # fmt: skip
METHODS: tuple[Way, ...] = ("full", "lora", "qlora")
BILLION = 1e9


class CardSpeed(Reason, code="card_speed"):
    """`ways` that fit, each with its tokens a second; `too_large` are those that do not. `hours` of a billion tokens
    by the fastest; `basis`: what the speed rests on."""

    chip: str
    model: str
    parameters: float
    ways: tuple[tuple[Way, Interval], ...]
    too_large: tuple[Way, ...]
    hours: Interval
    basis: str


def card_speed(reading: Reading, problem: Problem) -> FactAnswer | None:
    """Of one card; None where an amount was said, something on sale was named, or no tokens are counted."""
    said, cues = reading.profile, set(reading.cues)
    trains = said.task not in (None, "inference") or (said.task is None and "training_words" in cues)
    sized = said.parameters is not None or said.model is not None
    if not (trains and sized and cues & SPEED) or cues & OTHER or not AMOUNTS.isdisjoint(said.stated()):
        return None
    kinds = meant(problem, alone=True)
    if len(kinds) != 1 or kinds[0].types or kinds[0].said > 1:
        return None
    kind, chip = kinds[0], kinds[0].chip
    if chip is None:
        return None
    methods = METHODS if said.method is None else tuple(way for way in METHODS if way == said.method)
    made = rows(tuple(Work(way, problem) for way in methods), kinds)
    found = [(row.work.way, row.work.problem, row.work.problem.speed(chip)) for row in made if row.fits]
    rates = [
        (way, speed.speed.times((there.profile.tokens or 0.0) / there.run_tflop.likely))
        for way, there, speed in found
        if speed is not None
    ]
    speed = next((speed for _, _, speed in found if speed is not None), None)
    if speed is None:
        return None
    fastest = max((rate for _, rate in rates), key=lambda rate: rate.likely)
    if fastest.low <= 0:
        return None  # no tokens to count a speed by, as of images
    hours = [BILLION / rate / SECONDS_PER_HOUR for rate in (fastest.high, fastest.likely, fastest.low)]
    told = CardSpeed(
        chip=kind.name,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        ways=tuple(rates),
        too_large=tuple(row.work.way for row in made if row.fits is False),
        hours=Interval(*hours),
        basis=speed.basis,
        cites=speed.cites[:2],
    )
    return FactAnswer(headline=told)
