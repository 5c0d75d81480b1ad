"""Gigabytes a step. By hand: 2 x 7 x 2 x 1/2 = 14 GB in 16 bits over two machines, 28 GB in FP32."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.per_step import PerStep
from tests.engine.forms.claims.reading import first_line


@pytest.mark.parametrize(
    ("turns", "right", "times", "low", "high"),
    [
        (
            ("I train a 7B with DDP on 16 A100 over 2 nodes.", "16 GB per step over the network, is that right?"),
            True,
            0,
            14,
            28,
        ),
        (("I train a 7B with DDP on 16 A100 over 2 nodes. Is 16 GB of traffic per step right?",), True, 0, 14, 28),
        (("We train a 350M model on 2 nodes: is 10 GB per step of traffic plausible?",), False, 10 / 1.4, 0.7, 1.4),
        (("DDP of a 1.3B in bf16: 16 GB per step over the network, is that right?",), False, 16 / 5.2, 5.2, 5.2),
        (("13B, DDP on 4 nodes of 8 A100.", "Somebody says 52 GB a step. Correct?"), True, 0, 39, 78),
    ],
)
def test_it_is_right_or_so_many_times_too_high(
    advisor: Advisor, turns: tuple[str, ...], right: bool, times: float, low: float, high: float
) -> None:
    line = first_line(advisor, turns)
    assert isinstance(line, PerStep) and line.right is right
    assert (line.low, line.high) == pytest.approx((low, high))
    assert right or (line.too_high and line.times == pytest.approx(times))


def test_adapters_send_almost_nothing(advisor: Advisor) -> None:
    line = first_line(advisor, ["LoRA of a 70B over 2 nodes of 8 H100: 140 GB per step over the network, right?"])
    assert isinstance(line, PerStep) and line.adapters and not line.right


def test_without_a_model_it_is_told_for_which_it_would_be_right(advisor: Advisor) -> None:
    line = first_line(advisor, ["16 GB per step over the network in data parallel, is that right?"])
    assert isinstance(line, PerStep) and (line.rightly_low, line.rightly_high) == pytest.approx((2e9, 4e9))
