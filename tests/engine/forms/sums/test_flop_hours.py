"""Operations over chips at a share of their peak."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.flop_hours import FlopHours


def test_operations_over_the_speed_that_is_told_are_hours(advisor: Advisor) -> None:
    first = advisor.ask("3e21 flops on 8 A100 at 40% mfu, how long?").facts.headline
    assert isinstance(first, FlopHours) and (first.cards, first.share) == (8, 0.4)
    assert first.hours == pytest.approx(834.7, rel=0.001)  # 3e21 / (8 x 312e12 x 0.4) / 3,600
