"""A machine of SageMaker beside the same one on EC2."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.charged.managed_gap import ManagedGap


def test_a_told_rate_is_set_against_the_list(advisor: Advisor) -> None:
    answer = advisor.ask("ml.g5.xlarge endpoint 24/7 costs me $1.41/h, how much more is that than plain EC2?")
    told = answer.facts.headline
    assert isinstance(told, ManagedGap) and "ml.g5.xlarge at $1.41 is $0.404" in card_text(answer)
    assert told.more == pytest.approx(0.404) and told.share == pytest.approx(0.4016, rel=1e-3)  # 1.41 - 1.006
    assert told.month == pytest.approx(294.92)  # x 730


def test_without_a_rate_it_is_the_usual_share(advisor: Advisor) -> None:
    told = advisor.ask("how much more expensive is ml.g5.xlarge than g5.xlarge").facts.headline
    assert isinstance(told, ManagedGap) and told.told is None
    assert (told.low, told.high) == (0.15, 0.4) and told.more == pytest.approx(0.1509)  # 1.006 x 0.15


def test_a_price_alone_is_no_gap(advisor: Advisor) -> None:
    assert not isinstance(advisor.ask("ml.p4d.24xlarge hourly?").facts.headline, ManagedGap)
