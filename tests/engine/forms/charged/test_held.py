"""An hour of another place is marked so."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.charged.held import hour_of
from engine.forms.parts.asked_on import AskedOn
from tests.day import DAY


def test_a_price_of_another_region_is_away(advisor: Advisor) -> None:
    """No price of g6.12xlarge is held in Ireland."""
    asked = AskedOn(advisor.parse("2 g6.12xlarge in Ireland"), advisor.library(), DAY)
    found = hour_of(asked, (asked.facts.instances["g6.12xlarge"],), None)
    assert found is not None and found.hour.away and found.hour.one.region != "eu-west-1"
