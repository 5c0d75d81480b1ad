"""What a training takes whose size and tokens are told: hours, chip-hours and dollars."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.estimate import ESTIMATE
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.workload.said import said_also

TAKES = "takes"  # the unit


def takes(asked: Asked) -> FactAnswer | None:
    """None where it is not asked in such words, of serving, and where the size or the tokens are not told."""
    said = asked.profile
    sized = said.parameters or said.model or said.variant
    sought = asked.reading.sought
    plain = sought.asks and not set(sought.predicates) - {"able"}  # and nothing that is known is asked of it
    if not (TAKES in sought.units or plain) or not sized or not said.tokens or said.task == "inference":
        return None
    work = said_also(said, {"task": said.task or "pretraining"})
    made = ESTIMATE.answer(Asked(asked.reading.model_copy(update={"profile": work}), asked.library, asked.day))
    return made if made is not None and isinstance(made.headline, RunEstimate) else None
