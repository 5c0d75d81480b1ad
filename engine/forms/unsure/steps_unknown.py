"""Hours and dollars of so many runs of so many steps, of a model whose speed nobody here knows: the formula.

hours of one card = runs x steps of each x seconds of a step / 3,600.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, meant
from engine.workload.phases import TRAINS
from knowledge.facts import Purchase
from knowledge.units import SECONDS_PER_HOUR

_COUNT = r"(?<![\w.,])(\d{1,3}(?:[.,' ]\d{3})+|\d+)\s*(k|mio\.?|m(?:illion)?s?)?\s*(?:[^\W\d_]+\s+){0,3}?"
_RUNS = re.compile(
    rf"{_COUNT}(?:forecasts?|hindcasts?|rollouts?|trajector\w+|simulations?|members?|scenarios?|runs?"
    r"|vorhersagen?|prognosen?|simulationen|läufen?|prévisions?|simulations?|pron[óo]sticos?|previs[õo]es|simulaciones"
    r"|simulações|прогноз\w*|симуляц\w*|个?预报|次?模拟|予報|シミュレーション|예보|시뮬레이션)",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"(?<![\w.,])(\d{1,5})\s*(?:[a-z-]+\s+){0,1}?(?:time ?steps?|steps?|zeitschritten?|schritten?|pas\b|étapes?"
    r"|pasos?|passos?|шаг\w*|个?步|ステップ|단계|스텝)",
    re.IGNORECASE,
)
_SCALES = {"k": 1e3, "m": 1e6}
PLAIN: tuple[Purchase, ...] = ("on_demand", "capacity_block")
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


def _price(asked: Asked, kind: Hardware) -> tuple[str, float, tuple[str, ...]]:
    """The way to buy, dollars of an hour of one card, 0 where none is held, and their source."""
    ways: tuple[Purchase, ...] = (asked.profile.purchase, *PLAIN) if asked.profile.purchase else PLAIN
    types = [one for one in asked.facts.instances.values() if kind.chip and one.accelerator == kind.chip.id]
    for way in ways:
        near = ((one, asked.problem.prices.near(one, way, asked.profile.region)) for one in types if way in one.sold)
        found = [(quote.usd_per_hour.likely / one.count, quote.cites) for one, quote in near if quote is not None]
        if found:
            usd, cites = min(found, key=lambda one: one[0])
            return way, usd, cites[:1]
    return "", 0.0, ()


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
    way, usd, cites = _price(asked, kind)
    hours = [(seconds, many * each * seconds / SECONDS_PER_HOUR) for seconds in TRIED]
    first = StepsUnknown(
        runs=many,
        steps=each,
        in_all=many * each,
        chip=kind.name,
        purchase=way,
        usd_per_hour=usd,
        taken=tuple(StepsTaken(seconds, took, took * usd) for seconds, took in hours),
        cites=cites,
    )
    return FactAnswer(headline=first, of_told=True)
