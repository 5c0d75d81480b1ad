"""A question with what is known on its day."""

from __future__ import annotations

from dataclasses import replace

from bot.advice.advisor import Advisor
from engine.forms.parts.asked_on import AskedOn
from tests.day import DAY


def test_what_was_said_goes_with_the_reading(advisor: Advisor) -> None:
    asked = AskedOn(advisor.parse("price of a g6.xlarge"), advisor.library(), DAY)
    assert asked.profile.instances == ("g6.xlarge",) and "g6.xlarge" in asked.facts.instances
    assert replace(asked, reading=advisor.parse("price of a g5.xlarge")).profile.instances == ("g5.xlarge",)
