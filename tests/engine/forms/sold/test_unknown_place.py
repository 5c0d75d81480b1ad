"""A place that no region of ours lies in is said to be unknown."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sold.unknown_place import UnknownPlace


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("cheapest H100 in Antarctica", "Antarctica"),
        ("A100 spot near Lagos", "Lagos"),
        ("price of p5.48xlarge in Atlantis", "Atlantis"),
        ("cheapest H100 in us-east-9", "us-east-9"),
        ("where can I get trn2 in the Arctic Circle", "Arctic Circle"),
    ],
)
def test_a_place_that_is_not_known_is_said_first(text: str, place: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, UnknownPlace) and told.place == place


@pytest.mark.parametrize(
    "text",
    [
        "H100 price in EUR",
        "cheapest A100 in 2026",
        "what did p5 cost in January 2025?",
        "cheapest H100 in the Netherlands",
        "price of p5.48xlarge in us-east-1 on demand and 1-year",
        "is a3-megagpu-8g priced in us-central1? I can't find it in the calculator",
    ],
)
def test_a_coin_a_year_and_a_known_place_are_none(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, UnknownPlace)
