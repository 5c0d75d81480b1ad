"""How much has to be written to resume a run, and to keep what it made."""

from __future__ import annotations

from engine.constants import Constants
from engine.memory_states import lora_parameters
from engine.work import Shape
from knowledge.units import BYTES_PER_GB

ADAPTERS = ("lora", "qlora")


def trained_parameters(of: Shape, method: str | None, constants: Constants) -> float:
    """All of them, or the adapters alone for LoRA and QLoRA."""
    return lora_parameters(of, constants.likely("lora_rank")) if method in ADAPTERS else of.parameters


def checkpoint_gb(of: Shape, method: str | None, constants: Constants) -> float:
    """GB to resume from: 14 bytes a trained parameter, 2 of weights and 12 of Adam in FP32. 13B: 182 GB."""
    trained = trained_parameters(of, method, constants)
    return trained * constants.likely("checkpoint_bytes_per_parameter") / BYTES_PER_GB


def weights_gb(of: Shape, method: str | None, constants: Constants) -> float:
    """What a run leaves behind: BF16 weights, or its adapters, 2 bytes a parameter."""
    return 2 * trained_parameters(of, method, constants) / BYTES_PER_GB
