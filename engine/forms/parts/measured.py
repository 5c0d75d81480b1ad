"""What peak figures do not say: how fast each side of a comparison was seen to train, and how well that is known."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.model import Property
from engine.base.reason import Reason


class Measured(Reason, code="measured"):
    """What was measured in training, and the best grade of evidence for it; None where nothing was published."""

    sides: tuple[str, ...]
    tflops: tuple[float | None, ...]
    grades: tuple[str, ...]


def measured(names: tuple[str, ...], properties: Sequence[Property]) -> list[Reason]:
    """Nothing where nothing was seen of any side."""
    held = {line.code: line for line in properties}
    if "speed_training" not in held or "evidence_training" not in held:
        return []
    speed, evidence = held["speed_training"], held["evidence_training"]
    return [
        Measured(
            sides=names,
            tflops=tuple(value if isinstance(value, float) else None for value in speed.values),
            grades=tuple(str(value).rpartition(" ")[2] if value else "none" for value in evidence.values),
            cites=tuple(dict.fromkeys((*speed.cites, *evidence.cites))),
        )
    ]
