"""Where one question of a message ends and the next begins."""

from __future__ import annotations

import pytest

from engine.reading.asking.clauses import clauses
from tests.engine.reading.test_read import vocabulary

ASKED = {
    "How many H100 do I need, how long does it take and what does it cost?": (
        "How many H100 do I need",
        "how long does it take",
        "what does it cost?",
    ),
    "We have 8 A100. Does a 13B fit? We use LoRA. How long for 1B tokens? It is urgent.": (
        "We have 8 A100. Does a 13B fit?",
        "We use LoRA. How long for 1B tokens? It is urgent.",
    ),
    "微调 Qwen2.5 7B 需要几张A100，要跑多久，多少钱？": ("微调 Qwen2.5 7B 需要几张A100", "要跑多久", "多少钱？"),
}


@pytest.mark.parametrize("text", ASKED)
def test_a_message_is_its_questions(text: str) -> None:
    assert clauses(text, vocabulary()) == ASKED[text]


@pytest.mark.parametrize(
    "text",
    [
        "If one can run it on a laptop, is it possible on an L4?",
        "We train a 7B, which is large, and serve it",
        "Is it FP8 or INT8, BF16 and FP32?",
        "thanks, that helps",
        "",
    ],
)
def test_one_question_or_none_stays_whole(text: str) -> None:
    assert clauses(text, vocabulary()) == ((text,) if text else ())
