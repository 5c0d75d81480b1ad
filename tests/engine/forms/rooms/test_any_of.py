"""What is asked for is not what was tried: the precision where it is weighed against a narrower one."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import FitsPartly


@pytest.mark.parametrize(
    "text",
    [
        "Gemma 3 27B on one RTX 6000 Ada 48GB, prompts ~8k. bf16 or do we need to quantize?",
        "Qwen2.5 32B on one A100 40GB, fp16 or must I quantize?",
        "Llama 3.3 70B auf 2x L40S: bf16 oder müssen wir quantisieren?",
    ],
)
def test_of_bf16_or_quantized_the_side_that_holds_is_named(text: str, advisor: Advisor) -> None:
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, FitsPartly)
    assert {one.way for one in headline.fitting} >= {"int8", "int4"}
    assert "bf16" in {one.way for one in headline.failing} or (headline.asked and headline.asked.way == "bf16")
