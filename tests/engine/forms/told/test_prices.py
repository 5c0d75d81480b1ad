"""Prices that were told are turned and set against each other."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card import sentences
from engine.forms.told.prices import HoursPaid, PriceRatio, QuoteHour, SamePrices


@pytest.mark.parametrize(
    "text",
    [
        "The quote for the Deep Learning VM is $292/month. What do I get charged if I train for two days?",
        "GCP says the VM costs $292 per month: do I pay that for a run of some days?",
        "I'd be charged $292 a month for a GPU VM on Google Cloud. How much is that if I only use it a little?",
    ],
)
def test_the_price_of_a_month_is_one_of_hours(text: str, advisor: Advisor) -> None:
    """292 / 730 = 0.40; x 48 = 19.20."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, QuoteHour)
    assert told.hourly == pytest.approx(0.4) and told.example == pytest.approx(19.2)


def test_a_budget_is_no_quote(advisor: Advisor) -> None:
    told = advisor.ask("With a budget of $292 a month, which GPU do I serve a 7B on?").facts.headline
    assert not isinstance(told, QuoteHour)


def test_the_dearer_chip_must_be_as_much_faster(advisor: Advisor) -> None:
    """2.07 / 0.81 = 2.56."""
    text = "It uses an A40 GPU ($2.07/hr), a T4 GPU is $0.81/hr. Is the cheaper GPU cheaper for the same job?"
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, PriceRatio) and facts.headline.times == pytest.approx(2.07 / 0.81)
    assert "only if it is more than 2.6 times as fast" in sentences.fact(facts.headline)
    assert "NVIDIA T4 should cost less by the job" in sentences.fact(facts.sentences[0])


def test_several_prices_of_one_chip(advisor: Advisor) -> None:
    """0.44 / 0.28 = 1.571; 0.49 / 0.28 = 1.75."""
    text = "A spot A40 is $0.49/hr here, $0.28/hr there and $0.44/hr on demand: why is spot more expensive?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SamePrices) and told.more == pytest.approx((0, 0.5714, 0.75), abs=1e-3)


def test_hours_of_others_at_the_price_that_was_told(advisor: Advisor) -> None:
    """144 h x $0.25 = $36; x 8 = $288."""
    text = "The paper says they trained 6 days on 8xV100. At 0.25$ per hour, what would the training cost be?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, HoursPaid) and (told.one, told.all) == (36, 288)
