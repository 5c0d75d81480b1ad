"""How old the prices are that are held, and where they are from."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.price_sources import PriceSeen, PriceSources
from tests.day import DAY


@pytest.mark.parametrize(
    "text",
    [
        "how fresh are your prices and where do they come from",
        "how old is your pricing data?",
        "Wie aktuell sind eure Preise?",
    ],
)
def test_each_cloud_has_the_day_of_its_newest_price(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PriceSources)
    assert [one.cloud for one in first.clouds] == ["aws", "gcp", "azure"]
    assert all((DAY - one.listed).days == one.age_days >= 0 for one in first.clouds)
    assert len(first.cites) >= 1


def test_the_price_of_a_machine_is_another_question(advisor: Advisor) -> None:
    assert isinstance(advisor.ask("how current is the price of p5?").facts.headline, PriceSeen)


@pytest.mark.parametrize(
    ("text", "instance", "day"),
    [
        ("when was the p4d.24xlarge price last checked", "p4d.24xlarge", "2026-11-09"),
        ("where did you get the trn2 price from", "trn2.48xlarge", "2026-10-08"),
        ("wie alt ist der Preis von p5.48xlarge?", "p5.48xlarge", "2026-11-09"),
    ],
)
def test_of_what_is_named_its_own_price_is_told(text: str, instance: str, day: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PriceSeen) and (first.one.instance, first.one.day) == (instance, day)


def test_of_one_cloud_the_others_are_left_out(advisor: Advisor) -> None:
    first = advisor.ask("how old is your azure price").facts.headline
    assert isinstance(first, PriceSources) and [one.cloud for one in first.clouds] == ["azure"]
