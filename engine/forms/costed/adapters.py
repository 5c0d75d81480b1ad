"""Fine-tuning that does not fit on what was named with all weights, and does with adapters: that is what is timed."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.options.option import CostedOption
from engine.workload.profile import Profile


def with_adapters(asked: Asked, lead: CostedOption, filled: Profile) -> Asked | None:
    """The question with LoRA, where no method was said and the weights do not fit on the chips that were; else None."""
    if lead.too_few is None or filled.task != "fine_tuning" or asked.profile.method is not None:
        return None
    lighter = asked.profile.model_copy(update={"task": "fine_tuning", "method": "lora"})
    reading = asked.reading.model_copy(update={"profile": lighter})
    return Asked(reading, asked.library, asked.day, asked.hits)


def on_what_was_said(told: FactAnswer | None, whole: Reason, lead: CostedOption) -> FactAnswer | None:
    """The time with adapters, above that of all weights on more chips; None where they do not fit either."""
    if told is None or lead.too_few is None or not isinstance(told.headline, RunEstimate):
        return None
    first = told.headline.model_copy(update={"too_few_for_all": lead.too_few.said_chips})
    return told.model_copy(update={"headline": first, "sentences": (whole.model_copy(update={"beside": True}), *told.sentences)})
