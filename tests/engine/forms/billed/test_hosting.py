"""A machine of SageMaker that stays on is told by the month, and why it is billed while nobody uses it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.billed.hosting import Hosting


@pytest.mark.parametrize(
    ("text", "usd", "month", "idle"),
    [
        # 1.212 x 1.25 x 730
        (
            "We start an ml.g5.2xlarge SageMaker endpoint in Oregon. What does it cost the whole month?",
            1.515,
            1106,
            False,
        ),
        # 5.672 x 1.25 x 730
        ("We were charged $850 for ml.g5.12xlarge hosting but nobody used the endpoint, why?", 7.09, 5176, True),
        ("Why am I billed for an idle ml.g5.xlarge endpoint?", 1.2575, 918, True),
    ],
)
def test_it_is_the_hour_of_the_service_by_730(
    text: str, usd: float, month: int, idle: bool, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline if answer.facts else None
    assert isinstance(first, Hosting) and card_text(answer)
    assert first.likely == pytest.approx(usd, rel=1e-3)
    assert (round(first.month), first.idle) == (month, idle)


def test_what_was_charged_is_so_many_days(advisor: Advisor) -> None:
    facts = advisor.ask(
        "I'm charged over $2000 for 'Hosting ml.g4dn.12xlarge' although I never used it. How come?"
    ).facts
    first = facts.headline if facts else None
    assert isinstance(first, Hosting) and first.days_low and first.days_high
    # 2,000 / (3.912 x 1.4 x 24), 2,000 / (3.912 x 1.15 x 24)
    assert (round(first.days_low, 1), round(first.days_high, 1)) == (15.2, 18.5)


def test_a_training_job_ends_by_itself(advisor: Advisor) -> None:
    facts = advisor.ask("What does a training job of 3 h on ml.g5.2xlarge cost?").facts
    assert facts is None or not isinstance(facts.headline, Hosting)
