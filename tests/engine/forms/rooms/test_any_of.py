"""What is asked for is not what was tried: the precision where it is weighed against a narrower one."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import FitsPartly, TooSmallThere


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


def test_all_weights_or_adapters_are_both_answered(advisor: Advisor) -> None:
    told = advisor.ask("Can 4x L4 full fine-tune llama 3.1 8B or only lora?").facts.headline
    assert isinstance(told, FitsPartly)
    assert {held.way for held in told.fitting} == {"lora", "qlora"}
    assert [held.way for held in told.failing] == ["full"]  # 8.03B x 16 bytes = 120 GiB of 4 x 20


def test_of_ppo_all_weights_come_first(advisor: Advisor) -> None:
    told = advisor.ask("is PPO of a 7B possible with 4 40G A100, full or LoRA?").facts.headline
    assert isinstance(told, TooSmallThere) and told.asked is not None and told.asked.way == "rlhf"
    assert {held.way for held in told.fitting} == {"lora", "qlora"}


def test_the_memory_of_ones_own_card_stands_against_that_of_others(advisor: Advisor) -> None:
    text = "We have 4x A100 40GB - did they have the 80GB ones, is 4*40 too small to full fine-tune llama2 13B?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, TooSmallThere) and (told.said, told.usable_gib) == (4, 36.0)
