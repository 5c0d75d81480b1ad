"""A sum of somebody's for the cache against the model's own keys and values."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.kv_claimed import KvClaim


@pytest.mark.parametrize(
    ("text", "actual_gb", "width_used"),
    [
        # 2 x 80 x 8 x 64 x 2 = 163,840 bytes a token, x 64 x 2,048 tokens
        ("Falcon 180B fp16, batch 64: my KV is 2*64*2048*14848*80*2 = 623 GB on 8 A100, right?", 21.5, 14848),
        # 2 x 64 x 8 x 128 x 2 = 262,144 bytes, x 53,364 x 256
        ("qwen2.5-32b 显存公式 64*5120*2*2*53364*256=17905GB 对吗？", 3581, 5120),
        # 2 x 32 x 8 x 128 x 2 x 8,192: right
        ("Llama 3.1 8B: 2 x 32 x 8 x 128 x 2 x 8192 = 1.07 GB for an 8k chat, correct?", 1.07, 0),
    ],
)
def test_the_width_of_the_keys_and_values_decides(
    text: str, actual_gb: float, width_used: int, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    headline = answer.facts.headline
    assert isinstance(headline, KvClaim)
    assert headline.actual_gb == pytest.approx(actual_gb, rel=0.01) and headline.width_used == width_used
    assert card_text(answer).startswith("No" if width_used else "Yes")
