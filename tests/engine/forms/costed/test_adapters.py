"""Fine-tuning that fits on what was named with adapters alone."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.estimate_reasons import EstimateTooSmall, RunEstimate


def test_the_time_with_lora_comes_first_and_that_of_all_weights_after_it(advisor: Advisor) -> None:
    told = advisor.ask("fine-tune llama 8b on 100M tokens on one H100, how long?").facts
    first, second = told.headline, told.sentences[0]
    assert isinstance(first, RunEstimate) and (first.too_few_for_all, first.chips) == (1, 1)
    assert isinstance(second, EstimateTooSmall) and second.beside and second.chips == 8


@pytest.mark.parametrize(
    "text",
    [
        "full fine-tune of llama 8b on 100M tokens on one H100, how long?",
        "fine-tune llama 70b on 100M tokens on one T4, how long?",
        "fine-tune llama 8b on 100M tokens on 8 H100, how long?",
    ],
)
def test_a_method_that_was_said_or_that_fits_nowhere_is_kept(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert not (isinstance(first, RunEstimate) and first.too_few_for_all)
