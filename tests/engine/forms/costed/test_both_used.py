"""Which of several chips is better used in training, by the speeds that are told of each."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.costed.both_used import BothUsed


@pytest.mark.parametrize(
    ("text", "best", "shares"),
    [
        # 6 x 6.74e9 parameters and attention are 43.6 GFLOP: 3,100 of them of 312 TFLOP/s, 7,200 of 989
        ("A100 gives 3100 tok/s and H100 gives 7200 tok/s on Llama 2 7B training. which is better utilised?",
         "NVIDIA A100 40 GB", (0.433, 0.317)),
        ("Llama 2 7B training: 3,100 tokens/s per A100, 7,200 tokens/s per H100, MFU of each?",
         "NVIDIA A100 40 GB", (0.433, 0.317)),
        ("we train Llama 2 7B, 8 A100 reach 12.4k tokens/s and 8 H100 reach 80k tokens/s: better utilization where?",
         "NVIDIA H100 SXM", (0.441, 0.217)),
    ],
)  # fmt: skip
def test_the_larger_share_of_the_peak_is_first(
    text: str, best: str, shares: tuple[float, float], advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, BothUsed) and told.chips[0][0] == best
    assert [one[-1] for one in told.chips] == pytest.approx(shares, rel=0.02)


@pytest.mark.parametrize(
    "text",
    [
        "3,200 tokens/s per GPU on H100 for an 8B in training: what MFU?",
        "which has higher MFU on a 7B, A100 or H100?",
        "serving 8B: H100 2000 tok/s, A100 1100 tok/s which is more efficient?",
    ],
)
def test_one_speed_or_none_is_judged_elsewhere(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert facts is None or not isinstance(facts.headline, BothUsed)
