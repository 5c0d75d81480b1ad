"""Another number of the same machines that is asked about."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("docs use four A100 nodes (8x80G) for DeepSeek-R1. Would three nodes do?", 24),
        ("The README deploys DeepSeek-V3 on two nodes of 8 H800. Would one node be enough?", 8),
        ("paper used 64 A100 (80GB) for the 13B full fine-tune. we have 8, is that enough?", 8),
        ("guide runs Qwen3-235B on 16 H100 (2 nodes). Is a single node sufficient?", 8),
        ("官方文档用4台8卡A100 80G部署DeepSeek-R1，3台够吗？", 24),
        ("Does Llama 70B fit on 8 A100?", 8),
    ],
)
def test_the_number_that_is_asked_counts(text: str, chips: int, advisor: Advisor) -> None:
    assert advisor.parse(text).hardware[0].chips == chips
