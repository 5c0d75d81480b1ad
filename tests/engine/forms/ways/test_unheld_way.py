"""A way to buy of which no price is held is said to be that, before what is held."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.ways.unheld_way import UnheldWay


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("flex-start (DWS) price for a3-megagpu-8g", "flex_start"),
        ("what does p4d.24xlarge cost on a dedicated host?", "dedicated_host"),
    ],
)
def test_a_way_that_is_not_held_is_said_first(text: str, way: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, UnheldWay) and answer.facts.headline.ways == (way,)
    assert card_text(answer).startswith("I hold no price for")
