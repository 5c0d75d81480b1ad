"""The first line tells the quantity that was asked for."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.given import ROOM_ALONE


@pytest.mark.parametrize(
    "text",
    [
        "Mistral-Small-24B in fp8 on one L40S, util 0.9: how many tokens of KV cache?",
        "Qwen2.5-14B AWQ，单卡 4090，上下文 8k，最多能同时跑多少个满长序列？",
        "Gemma 3 27B bf16 on p4d.24xlarge: max concurrent users at 4k context each?",
        "What single-stream tok/s does Mixtral 8x7B fp8 get on one H100?",
        "LoRA of a 13B: 90 hours on our 2 A100s, partition limit 24h, how many restarts?",
        "Llama 3.3 70B FP8 on 8 H100, 25 tok/s per user: what is the $/Mtok?",
    ],
)
def test_a_yes_to_memory_stands_before_no_how_many(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.facts.headline is not None and answer.facts.headline.code not in ROOM_ALONE
    assert not card_text(answer).startswith("Yes")


def test_what_memory_says_stays_below(advisor: Advisor) -> None:
    answer = advisor.ask("Mistral-Small-24B in fp8 on one L40S, util 0.9: how many tokens of KV cache?")
    assert any(line.code in ROOM_ALONE for line in answer.facts.sentences)


@pytest.mark.parametrize(
    "text",
    [
        "Does Llama 3.1 8B fit on one L4?",
        "How much VRAM does Llama 3.1 70B take in fp8?",
        "How many A100 80GB do I need to full fine-tune a 13B?",
    ],
)
def test_what_memory_answers_stays_as_it_is(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.facts.headline is not None and answer.facts.headline.code in ROOM_ALONE | {"memory_needed"}
