"""A told loss makes the price of a useful hour: price / (1 - lost share)."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.money.told_loss import ToldLoss, ToldShare

TWICE = "p5.48xlarge on spot in us-east-2: interrupted twice a day, 30 min lost each, worth it vs on demand?"
KILLED = "p4d.24xlarge on spot gets killed every ~7h, we lose 25 min plus 10 to come back. price per useful hour?"


@pytest.mark.parametrize(("text", "lost", "usd"), [(TWICE, 1 / 24, 14.694), (KILLED, 1 / 12, 10.798)])
def test_of_the_machine_that_is_named(text: str, lost: float, usd: float, advisor: Advisor) -> None:
    """14.0818 x 24 / 23; 9.8980 x 12 / 11."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, ToldLoss) and told.lost == pytest.approx(100 * lost, abs=0.01)
    assert told.usd_useful == pytest.approx(usd, abs=0.01) and told.pays


def test_a_share_that_is_told_makes_more_hours(advisor: Advisor) -> None:
    """500 / 0.8 = 625 h x 14.0818."""
    text = "p5.48xl spot us-east-2 vs on demand: need 500h of useful work, assume 20% gets lost to interruptions"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, ToldShare) and told.clock == pytest.approx(625) and told.pays
    assert told.spot_sum == pytest.approx(8801, abs=1)
