"""What "we" pay is the team's own price, or that none is recorded."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.billed.own_paid import OwnPaid


def test_nothing_recorded_is_said_before_the_list_price(advisor: Advisor) -> None:
    told = advisor.ask("What does our team pay for p5?").facts.headline
    assert isinstance(told, OwnPaid) and told.instance == "p5.48xlarge" and not told.ways and told.listed == 55.04
