"""Fine-tuning that does not fit on what was named with all weights, and does with adapters: that is what is timed."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.estimate_reasons import EstimateTooSmall, RunEstimate
from engine.options.option import CostedOption
from engine.workload.profile import Profile, Reading


def with_adapters(reading: Reading, lead: CostedOption, filled: Profile) -> Reading | None:
    """The reading with LoRA; None where a method was said, or all weights fit on the chips that were."""
    if lead.too_few is None or filled.task != "fine_tuning" or reading.profile.method is not None:
        return None
    lighter = reading.profile.model_copy(update={"task": "fine_tuning", "method": "lora"})
    return reading.model_copy(update={"profile": lighter})


def on_what_was_said(told: FactAnswer | None, whole: Reason) -> FactAnswer | None:
    """The time with adapters, above that of all weights on more chips; None where they do not fit either."""
    if told is None or not isinstance(told.headline, RunEstimate) or not isinstance(whole, EstimateTooSmall):
        return None
    first = told.headline.model_copy(update={"too_few_for_all": whole.said_chips})
    beside = whole.model_copy(update={"beside": True})
    return told.model_copy(update={"headline": first, "sentences": (beside, *told.sentences)})
