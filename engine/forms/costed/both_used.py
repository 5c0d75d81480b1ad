"""Which of several chips is better used, by the speeds that are told of each: shares of their peaks, the best first.

share = tokens a second x FLOP of a token / (chips x 16-bit peak).
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.headline import model_of
from engine.forms.parts.own_speed import chip_of, flops_each
from engine.options.problem import Problem
from engine.workload.profile import Equipment
from knowledge.units import TERA

SEVERAL = 2
EVEN = 0.02  # a share by which figures that somebody rounded differ
THOUSAND = 1e3  # of "3k tokens"
TRAINS = "training_words"  # the cue
_USED = re.compile(
    r"better[ -](?:used|utili[sz]ed|exploited)|utili[sz]ation|\bmfu\b|more efficient|most efficient|less idle|"
    r"ausgelastet|auslastung|mieux (?:utilis|exploit)|mejor (?:utilizad|aprovechad)|利用率|使用率",
    re.IGNORECASE,
)
_SPEED = re.compile(
    r"(?<![\w.])(\d[\d,.]*\d|\d)\s?(k)?\s*(?:tokens?|toks?|tps)\b\s*(?:/|per|a|pro|par|por)?\s*(?:s\b|sec\b|seconds?\b)?"
    r"(\s*(?:/|per|a|each|pro|par|por)\s*(?:gpu|chip|card|device|accelerator|karte))?",
    re.IGNORECASE,
)

Used = tuple[str, int, float, float, float, float]


class BothUsed(Reason, code="both_used"):
    """The first line. `chips`: name, how many, tokens a second of one, TFLOP/s of one, its peak, the share of it."""

    model: str
    parameters: float
    chips: tuple[Used, ...]
    even: bool  # the first two differ by less than such figures do


def both_used(problem: Problem) -> FactAnswer | None:
    """None unless shares of the peak are asked for, and a speed in training is told of each of several chips."""
    reading = problem.filled.reading
    said = reading.profile
    trains = TRAINS in reading.cues or said.task in ("pretraining", "fine_tuning")
    sized = said.parameters is not None or said.variant is not None
    if not (trains and sized) or said.task == "inference" or _USED.search(reading.text) is None:
        return None
    told = _told(reading.text, reading.hardware)
    found = [one for equipment, speed in told if (one := _used(problem, equipment, speed)) is not None]
    if len(found) < SEVERAL or len(found) < len(told):
        return None
    found.sort(key=lambda one: -one[1][-1])
    chips = tuple(one for _, one in found)
    first = BothUsed(
        model=model_of(problem),
        parameters=problem.shape.parameters,
        chips=chips,
        even=chips[0][-1] - chips[1][-1] < EVEN,
        cites=tuple(dict.fromkeys(cite for cite, _ in found)),
    )
    return FactAnswer(headline=first, whole=True)


def _told(text: str, hardware: tuple[Equipment, ...]) -> list[tuple[Equipment, float]]:
    """Each chip with the speed that stands nearest to its name, where there are as many of both; of one chip."""
    speeds = [(found.start(), _number(found), bool(found[3])) for found in _SPEED.finditer(text)]
    places = {one.id: text.find(one.words) for one in hardware if one.words}
    named = [one for one in hardware if places.get(one.id, -1) >= 0]
    if len(speeds) < SEVERAL or len(speeds) != len(named):
        return []
    named.sort(key=lambda one: places[one.id])
    return [
        (one, speed if each else speed / max(1, one.chips or 1))
        for one, (_, speed, each) in zip(named, speeds, strict=True)
    ]


def _number(found: re.Match[str]) -> float:
    return float(found[1].replace(",", "")) * (THOUSAND if found[2] else 1.0)


def _used(problem: Problem, one: Equipment, speed: float) -> tuple[str, Used] | None:
    chip = chip_of(problem, one)
    if chip is None:
        return None
    reached, peak = speed * flops_each(problem) / TERA, chip.bf16_dense_tflops.value
    used = (chip.name, one.chips or 1, speed, reached, peak, reached / peak)
    return (chip.bf16_dense_tflops.source, used) if reached <= peak else None
