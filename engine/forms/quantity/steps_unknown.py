"""Hours and dollars of so many runs of so many steps, of a model whose speed nobody here knows: the formula.

hours of one card = runs x steps of each x seconds of a step / 3,600.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import meant
from engine.forms.quantity.bought import PLAIN, bought
from engine.workload.phases import TRAINS
from knowledge.units import SECONDS_PER_HOUR

_COUNT = r"(?<![\w.,])(\d{1,3}(?:[.,' ]\d{3})+|\d+)\s*(k|mio\.?|m(?:illion)?s?)?\s*(?:[^\W\d_]+\s+){0,3}?"
_RUNS = re.compile(
    rf"{_COUNT}(?:forecasts?|hindcasts?|rollouts?|trajector\w+|simulations?|members?|scenarios?|runs?"
    r"|vorhersagen?|prognosen?|simulationen|läufen?|prévisions?|simulations?|pron[óo]sticos?|previs[õo]es|simulaciones"
    r"|simulações|прогноз\w*|симуляц\w*|个?预报|次?模拟|予報|シミュレーション|예보|시뮬레이션)",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"(?<![\w.,])(\d{1,5})\s*(?:[a-z-]+\s+){0,1}?(?:time ?steps?|steps?|zeitschritten?|schritten?|pas\b|étapes?|pasos?"
    r"|passos?|шаг\w*|个?步|ステップ|단계|스텝)",
    re.IGNORECASE,
)
_SCALES = {"k": 1e3, "m": 1e6}
TRIED = (1.0, 5.0)  # seconds of a step, as examples


class StepsTaken(NamedTuple):
    """At so many seconds of a step: hours of one card and dollars (0: no price)."""

    seconds: float
    hours: float
    usd: float


class StepsUnknown(Reason, code="steps_unknown"):
    """The first line."""

    runs: float
    steps: float
    in_all: float
    chip: str
    purchase: str
    usd_per_hour: float
    taken: tuple[StepsTaken, ...]


def steps_unknown(asked: Asked) -> FactAnswer | None:
    """None where a size or a training is told, or no card, or not both numbers."""
    said, text = asked.profile, asked.reading.text
    known = said.parameters or said.variant or said.tokens or said.samples or said.seconds_per_step or said.epochs
    if known or TRAINS in asked.reading.cues or said.task not in (None, "inference"):
        return None
    runs, steps = _RUNS.search(text), _STEPS.search(text)
    kind = next((one for one in meant(asked.problem, alone=True) if one.chip is not None), None)
    if runs is None or steps is None or kind is None:
        return None
    many = float(re.sub(r"\D", "", runs[1])) * _SCALES.get((runs[2] or "")[:1].lower(), 1.0)
    each = float(steps[1])
    ways = (said.purchase, *PLAIN) if said.purchase else PLAIN
    price = next(iter(bought(asked.problem, kind, 1, ways)), None)
    usd = price.usd_per_chip_hour if price else 0.0
    hours = [(seconds, many * each * seconds / SECONDS_PER_HOUR) for seconds in TRIED]
    first = StepsUnknown(
        runs=many,
        steps=each,
        in_all=many * each,
        chip=kind.name,
        purchase=price.way if price else "",
        usd_per_hour=usd,
        taken=tuple(StepsTaken(seconds, took, took * usd) for seconds, took in hours),
        cites=price.cites if price else (),
    )
    return FactAnswer(headline=first, of_told=True)
