"""What a throughput model is asked (a measurement without its result), and what it may answer."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.base.interval import Interval
from engine.base.unpredictable import Unpredictable
from knowledge.facts import Fact, Measurement


class RunConfig(Fact):
    """One run whose tokens/s per accelerator is to be predicted. `model` is the published name, as the row has it."""

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


class Estimate(Fact):
    """Tokens/s per accelerator (output tokens/s in serving): `speed` is the 80 percent interval and its middle."""

    speed: Interval
    extrapolated: bool = False
    cites: tuple[str, ...] = ()


Prediction: TypeAlias = Estimate | Unpredictable


def config_of(row: Measurement) -> RunConfig:
    """The configuration of a published measurement."""
    known = RunConfig.model_fields.keys() & Measurement.model_fields.keys()
    return RunConfig.model_validate({name: getattr(row, name) for name in known})
