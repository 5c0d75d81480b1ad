"""Two figures that are told of one run, and what it takes by our own sum: which of the two is right.

hours = work / (cards x what such a card achieves); the share of the peak that each figure implies.
"""

from __future__ import annotations

from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.claims.context import NORMAL, Claims
from engine.forms.claims.observed import Observation
from engine.forms.parts.own_speed import chip_of, flops_each, measured_on
from engine.workload.equipment import count_of
from knowledge.units import SECONDS_PER_HOUR, TERA

PAIR, APART, NEAR = 2, 1.5, 1.6  # figures; times apart from which they differ; from our own sum still the same
SAID = frozenset({"calculator", "theirs"})
Right = Literal["seen", "said", "neither", "unknown"]


class SaidApart(Reason, code="said_apart"):
    """The first line. `seen` and `said`: hours as a log or the asker tells them, and as a calculator or others do;
    `low` to `high`: our own, 0 where the work is not known. `by`: who says."""

    seen: float
    said: float
    times: float
    by_progress: bool
    by_calculator: bool
    right: Right
    likely: float
    low: float
    high: float
    chip: str
    cards: int
    tokens: float
    parameters: float
    seen_mfu: float
    said_mfu: float
    usual_mfu: float
    seen_longer: bool
    agree: bool


def said_apart(claims: Claims) -> FactAnswer | None:
    """None unless a turn sets a time that is seen against one that was calculated, of the same run."""
    runs = [one for one in claims.seen if one.of.kind == "time" and not one.of.thing and not one.of.wanted]
    now = [one for one in runs if not one.earlier]
    if not now or not any(one.who in ("calculator", "progress") for one in now):
        return None
    said = _last([one for one in runs if one.who in SAID])
    seen = _last([one for one in runs if one.who == "progress"]) or _last([one for one in runs if one.who == "mine"])
    if said is None or seen is None or (said.earlier and seen.earlier):
        return None
    if said.on is not None and seen.on is not None and said.key != seen.key:
        return None
    times = seen.of.value / said.of.value
    agree = 1 / APART < times < APART
    if agree and not claims.asks(NORMAL):
        return None
    hours, calculated = seen.of.value / SECONDS_PER_HOUR, said.of.value / SECONDS_PER_HOUR
    own = _own(claims)
    first = SaidApart(
        seen=hours, said=calculated, times=max(times, 1 / times), by_progress=seen.who == "progress",
        by_calculator=said.who == "calculator", right=_right(hours, calculated, own[0], own[2]) if own else "unknown",
        low=own[0] if own else 0.0, likely=own[1] if own else 0.0, high=own[2] if own else 0.0,
        chip=own[3] if own else "", cards=own[4] if own else 0, tokens=own[5] if own else 0.0,
        parameters=own[6] if own else 0.0, seen_mfu=own[7] / hours if own else 0.0,
        said_mfu=own[7] / calculated if own else 0.0, usual_mfu=own[7] / own[1] if own else 0.0,
        seen_longer=times > 1, agree=agree, cites=own[8] if own else (),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)


def _last(found: list[Observation]) -> Observation | None:
    return found[-1] if found else None


Own = tuple[float, float, float, str, int, float, float, float, tuple[str, ...]]


def _own(claims: Claims) -> Own | None:
    """Hours between bounds, chip, cards, tokens, parameters, and the hours at the whole peak."""
    asked = claims.known
    reading, problem = asked.reading, asked.problem
    said = reading.profile
    if (
        not said.tokens
        or not (said.parameters or said.variant)
        or problem.serving
        or problem.shape.sample is not None
    ):
        return None
    one = measured_on(reading)
    chip = chip_of(problem, one) if one else None
    published = problem.speed(chip) if chip else None
    if one is None or chip is None or published is None:
        return None
    cards = max(1, count_of(one, reading) or said.accelerator_count or 1)
    work = said.tokens * (said.epochs or 1.0) * flops_each(problem) / cards / TERA / SECONDS_PER_HOUR
    speed = published.speed
    peak = work / chip.bf16_dense_tflops.value
    return (
        work / speed.high, work / speed.likely, work / speed.low, chip.name, cards, said.tokens,
        problem.shape.parameters, peak, (*published.cites[:2], chip.bf16_dense_tflops.source),
    )  # fmt: skip


def _right(seen: float, said: float, low: float, high: float) -> Right:
    def is_near(hours: float) -> bool:
        return low / NEAR <= hours <= high * NEAR

    if is_near(seen) and not is_near(said):
        return "seen"
    return "said" if is_near(said) and not is_near(seen) else "neither" if not is_near(seen) else "unknown"
