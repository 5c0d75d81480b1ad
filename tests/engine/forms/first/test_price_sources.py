"""How old the prices are that are held, and where they are from."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.price_sources import PriceSources
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
    assert not isinstance(advisor.ask("how current is the price of p5?").facts.headline, PriceSources)
