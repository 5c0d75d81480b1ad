"""Times a token on several machines against what reading the weights takes.

By hand: 6.74B x 2 bytes = 13.5 GB; at 600 GB/s 22.5 ms, at 880 GB/s 15.3 ms.
"""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.tokens_each import TokensEach
from tests.engine.forms.claims.reading import first_line


@pytest.mark.parametrize(
    "turns",
    [
        ("A blog: 60 ms a token for Llama-2 7B on inf2.xlarge. I get 50-60 ms there, on a g5.xlarge 30 ms. OK?",),
        (
            "Llama-2 7B on a g5.xlarge: 30 ms a token. On inf2.xlarge 50-60 ms, and a blog says 60 ms a token there. "
            "OK?",
        ),
        (
            "A blog says 60 ms a token for Llama-2 7B on inf2.xlarge.",
            "I get 50-60 ms there, on a g5.xlarge 30 ms. OK?",
        ),
        ("We serve Llama-2 7B.", "g5.xlarge: 30 ms a token, inf2.xlarge: 50-60 ms a token. Is that expected?"),
    ],
)
def test_each_is_judged_by_its_own_bandwidth(advisor: Advisor, turns: tuple[str, ...]) -> None:
    line = first_line(advisor, turns)
    assert isinstance(line, TokensEach)
    found = {one.on.name: (one.low_ms, one.high_ms, one.least_ms) for one in line.each}
    assert found["g5.xlarge"] == pytest.approx((30, 30, 22.5), rel=0.02)
    assert found["inf2.xlarge"] == pytest.approx((50, 60, 15.3), rel=0.02)
    assert {one.on.name: one.level for one in line.each} == {"g5.xlarge": "expected", "inf2.xlarge": "low"}


def test_ones_own_stands_first_and_the_others_are_beside_it(advisor: Advisor) -> None:
    text = "LLaMA 7B on an A100: 20.9 ms/token, but the repo reports 12.4 ms/token on an A6000. Is mine slow?"
    line = first_line(advisor, [text])
    assert isinstance(line, TokensEach) and line.asks_bad and line.none_good and line.beyond
    assert line.each[0].on.chip == "NVIDIA A100 40 GB"
