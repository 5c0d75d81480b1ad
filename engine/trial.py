"""A measurement with its result covered: what a throughput model is asked, and what it may answer."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.interval import Interval
from engine.options import Why
from knowledge.facts import Fact, Measurement


class Trial(Fact):
    """One setting whose tokens/s per accelerator is asked for. `model` is the published name, as the row has it."""

    id: str
    kind: Literal["training", "inference"]
    model: str
    architecture: str  # dense | moe | encoder
    parameters: float
    active_parameters: float
    method: str
    accelerator: str  # an id of accelerators.toml
    accelerator_count: int
    sequence_length: int | None = None
    global_batch_size: float | None = None
    precision: str | None = None
    batch_size: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    benchmark: str = ""
    scenario: str | None = None
    parallelism: str | None = None
    software: str | None = None


class Foretold(Fact):
    """Tokens/s per accelerator (output tokens/s in serving): `speed` is the 80 percent interval and its middle."""

    speed: Interval
    extrapolated: bool = False
    cites: tuple[str, ...] = ()


Prediction: TypeAlias = Foretold | Why  # a Why says what is missing to predict it


def covered(row: Measurement) -> Trial:
    """The trial a published measurement answers."""
    known = Trial.model_fields.keys() & Measurement.model_fields.keys()
    return Trial.model_validate({name: getattr(row, name) for name in known})
