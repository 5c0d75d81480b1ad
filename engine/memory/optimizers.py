"""What another optimizer than Adam in FP32 keeps of every trained parameter: its moments, and the FP32 weights."""

from __future__ import annotations

from collections.abc import Iterable

from engine.base.constants import Constants

OPTIMIZERS = ("adam_8bit", "adafactor", "lion", "muon", "sgd")  # cues, and names of constants


def optimizer_said(cues: Iterable[str]) -> str:
    """The one that is named; "" where none is, or several are, which then are compared."""
    named = [name for name in OPTIMIZERS if name in set(cues)]
    return named[0] if len(named) == 1 else ""


def optimizer_bytes(cues: Iterable[str], constants: Constants) -> float | None:
    """Bytes a trained parameter; None means what Adam takes in mixed precision."""
    name = optimizer_said(cues)
    return constants.likely(f"{name}_bytes_per_parameter") if name else None
