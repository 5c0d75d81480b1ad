"""Amounts of computing that are told: totals, never rates."""

from __future__ import annotations

import pytest

from engine.reading.compute.flops import told_flops


@pytest.mark.parametrize(
    ("text", "flops"),
    [
        ("How long would 1e25 FLOPs take on 1024 H100?", 1e25),
        ("How many H100-hours is 6e23 FLOPs?", 6e23),
        ("a 10^24 FLOP run", 1e24),
        ("a 10**24 FLOPs run", 1e24),
        ("about 4.2 x 10^22 FLOPs", 4.2e22),
        ("3.14×10²³ FLOPS of training", 3.14e23),
        ("300 zettaFLOPs", 3e23),
        ("300 zetta FLOP", 3e23),
        ("2,000 exaFLOP", 2e21),
        ("5 septillion floating point operations", 5e24),
        ("3640 petaflop/s-days on A100", 3640 * 1e15 * 86_400),  # 3.14e23, as the GPT-3 paper says
        ("3,640 PF-days", 3640 * 1e15 * 86_400),
        ("50 PFLOPS-days", 50 * 1e15 * 86_400),
        ("2 exaflop/s hours", 2e18 * 3600),
        ("1e25 FLOPs 在 1024 张 H100 上要多久", 1e25),
    ],
)
def test_an_amount_is_read_in_any_notation(text: str, flops: float) -> None:
    (told,) = told_flops(text)
    assert told.flops == pytest.approx(flops)


@pytest.mark.parametrize(
    "text",
    [
        "an H100 does 989 TFLOP/s", "989 TFLOPS dense", "a 2 exaFLOPS cluster", "1e18 FLOP/s in all",
        "1e20 FLOPs per second", "5 TFLOPs a chip", "p4d at 40% of peak FLOPs", "10 flops", "24 runs of 1e6 samples",
    ],
)  # fmt: skip
def test_a_rate_is_no_amount(text: str) -> None:
    assert told_flops(text) == ()
