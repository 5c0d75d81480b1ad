"""Facts are asked for where no choice is: no advice over assumed runs, and no "that depends"."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("GRPO on qwen2.5-7b, all weights. does that go on ONE g6e.48xlarge? or do i need the a100 box", "fit"),
        ("Is one g6.12xlarge alright for QLoRA of Llama 3.3 70B or should it be g6e?", "fit"),
        ("olmOCR GRPO runs out of memory on four H100. What's the minimum number of GPUs for it?", "fit"),
        ("Is SDXL supported on inf2.8xlarge? The job is slow to load.", "support"),
        ("Which GPU for a weekly LoRA of an 8B, PyTorch, AWS?", "choose"),
    ],
)
def test_the_form_is_of_the_kind_that_is_asked(advisor: Advisor, text: str, form: str) -> None:
    asked = advisor.ask(text)
    assert (asked.form.id, asked.facts.verdict_below) == (form, form == "choose")
