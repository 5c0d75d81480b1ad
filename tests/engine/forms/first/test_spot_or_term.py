"""Spot or a term, for a machine that runs so many of the hours."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.first.spot_or_term import SpotOrTerm


@pytest.mark.parametrize(
    "text",
    [
        "nightly 6 h on p4d: savings plan or spot?",
        "we train every night for 6 hours on one p4d.24xlarge, should we take a 1-year savings plan or use spot?",
        "p4d.24xlarge runs 6 hours a day. spot or reserved for a year?",
    ],
)
def test_spot_is_paid_for_the_hours_that_run_and_a_term_for_all(text: str, advisor: Advisor) -> None:
    """6 h x 30.4 are 182.4 hours of 730: 25%."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SpotOrTerm) and told.best == "spot"
    assert told.hours == pytest.approx(182.4, rel=0.01) and told.share == pytest.approx(0.25, rel=0.01)
    assert told.spot_usd == pytest.approx(told.spot * 182.4, rel=0.01)
    assert told.free_usd == pytest.approx(told.free * 182.4, rel=0.01)
    assert told.term_usd == pytest.approx(told.term * 730) and told.term_usd > told.free_usd


def test_where_it_always_runs_the_term_is_what_cannot_wait(advisor: Advisor) -> None:
    answer = advisor.ask("running a p4d.24xlarge 24/7, 3 year savings plan or spot?")
    assert isinstance(answer.facts.headline, SpotOrTerm) and answer.facts.headline.years == 3
    assert "; else $" in card_text(answer).replace("\n", " ")


@pytest.mark.parametrize(
    "text",
    [
        "nightly 6 h on p4d: is a 1-year savings plan worth it?",
        "p4d.24xlarge on spot or on demand for 6 h a night?",
        "what is a savings plan?",
    ],
)
def test_one_of_them_alone_is_another_question(text: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    assert facts is None or not isinstance(facts.headline, SpotOrTerm)
