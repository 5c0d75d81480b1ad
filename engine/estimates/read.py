"""Which keys of the files an estimate is made with, each with what it says."""

from __future__ import annotations

import re

from engine.configs.keys.reading import ConfigReading
from engine.estimates.estimate import Estimate
from engine.estimates.reasons import ReadKey
from engine.estimates.run import WORKED
from knowledge.facts import Scalar

EIGHT = 8  # bits of weights
ALIASES = {  # of a slot or field: the field that its key stands under
    "model_name": ("model",),
    "sequence_length": ("sequence",),
    "batch_size": ("global_batch",),
    "instances": ("instance_type",),
    "candidates": ("accelerator",),
    "purchase": ("spot",),
    "time_limit_hours": ("time_limit",),
    "devices": ("devices", "per_node"),
    "offload": ("offload_optimizer", "offload_parameters", "offload_activations"),
    "quantization_bits": ("quantization_bits", "load_4bit", "load_8bit"),
    "zero_stage": ("zero_stage", "deepspeed_file", "fsdp_words", "fsdp_strategy"),
}
SHOWN = (
    "model_name",
    "parameters",
    "method",
    "objective",
    "quantization_bits",
    "lora_rank",
    "precision",
    "sequence_length",
    "packing",
    "micro_batch",
    "accumulation",
    "batch_size",
    "max_steps",
    "epochs",
    "samples",
    "tokens",
    "datasets",
    "zero_stage",
    "offload",
    "recompute",
    "optimizer",
    "tensor_parallel",
    "pipeline_parallel",
    "context_parallel",
    "instances",
    "candidates",
    "nodes",
    "devices",
    "region",
    "purchase",
    "managed",
    "time_limit_hours",
)
ADDRESS = re.compile(r"^([a-z][a-z0-9+.-]*://)(?:[^/@]*@)?([^?#]*)", re.I)


def read_keys(reading: ConfigReading, made: Estimate | None = None) -> tuple[ReadKey, ...]:
    """What the files say, each with its key: of an estimate what it counts with, not what was said instead.

    Values of keys that mean nothing here are never looked at.
    """
    found = []
    for name in SHOWN:
        value = getattr(reading.training, name, None)
        value = getattr(reading.profile, name, None) if value is None or value == () else value
        others = ("load_8bit",) if name == "quantization_bits" and value == EIGHT else ALIASES.get(name, ())
        key = next((reading.from_keys[other] for other in (name, *others) if other in reading.from_keys), "")
        if key and value is not None and value != () and (made is None or _counts(name, value, made)):
            found.append(ReadKey(name, public(value), key))
    return tuple(found)


def _counts(name: str, value: Scalar | tuple[str, ...], made: Estimate) -> bool:
    """Whether the estimate is made with a value that the files say; what is worked out again may be another."""
    worked = {"batch_size": made.batch.sequences, "tokens": made.work.tokens}
    if name in worked:
        return worked[name] in (None, value)
    slots = [getattr(part, name) for part in (made.run.setup, made.run.profile) if hasattr(part, name)]
    return value in slots or (name in WORKED and not any(slots))


def public(value: Scalar | tuple[str, ...]) -> Scalar | tuple[str, ...]:
    """An address without what may be secret: no user, no password, no query."""
    if isinstance(value, tuple):
        return tuple(str(public(each)) for each in value)
    return "".join(found.groups()) if isinstance(value, str) and (found := ADDRESS.match(value)) else value
