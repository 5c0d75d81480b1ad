"""How many machines do it in the time that was said: the first figure of the answer."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.parts.estimate_reasons import RunEstimate


@pytest.mark.parametrize("days", [30, 60])
def test_the_number_of_machines_that_end_in_time_leads(advisor: Advisor, days: int) -> None:
    """2e12 x 83e9 FLOP = 1.66e23; at 430 TFLOP/s a chip 107,000 chip-hours, 559 days of one machine."""
    answer = advisor.ask(f"How many nodes of 8xH100 to pretrain 13B on 2T tokens in {days} days?")
    said = answer.facts.headline
    assert isinstance(said, RunEstimate) and said.counts
    assert said.machines == -(-559 // days)
    assert said.chips == said.machines * 8
    assert said.hours.likely <= days * 24


def test_a_run_that_one_machine_ends_in_time_takes_one(advisor: Advisor) -> None:
    said = advisor.ask("How many nodes of 8xH100 to pretrain 1B on 20B tokens in 30 days?").facts.headline
    assert isinstance(said, RunEstimate) and said.machines == 1


@pytest.mark.parametrize(
    "text",
    [
        "We have 16 H100 for 3 weeks. Can we pretrain a 3B model on 500B tokens?",
        "Can we pretrain a 3B on 500B tokens within 21 days on 16 H100?",
        "is it possible to pretrain 3B on 500B tokens in 3 weeks with 16 H100",
    ],
)
def test_whether_it_ends_in_time_comes_before_whether_it_fits(advisor: Advisor, text: str) -> None:
    """6 x 3e9 x 5e11 = 9e21 FLOP and attention; at 370 to 400 TFLOP/s on 16 chips 16 to 19 days."""
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, RunEstimate)
    assert answer.facts.headline.allowed_hours == 21 * 24
    assert 16 * 24 <= answer.facts.headline.hours.likely <= 21 * 24


def test_what_does_not_end_in_time_is_said_first(advisor: Advisor) -> None:
    """6 x 7e9 x 1e12 = 4.2e22 FLOP on 8 x 170 TFLOP/s: about a year."""
    answer = advisor.ask("Can I pretrain a 7B on 1T tokens with 8 A100 in 30 days?")
    assert card_text(answer).startswith("No, not within 30 days:")


def test_a_time_between_two_days_of_the_week_is_one_to_finish_in_and_each_epoch_counts(advisor: Advisor) -> None:
    """Friday 18:00 to Monday 07:00 is 6 + 48 + 7 = 61 h; three epochs of 80M tokens take three times one of them."""
    text = (
        "QLoRA of Mistral Small 3.2 24B on 80 million tokens{}, sequence length 4096. Does it finish on one A100 "
        "80GB between Friday 18:00 and Monday 07:00? If not, which machine would?"
    )
    three, one = (advisor.ask(text.format(words)) for words in (", 3 epochs", ""))
    assert three.reading.profile.deadline_days == pytest.approx(61 / 24)
    first, other = three.facts.headline, one.facts.headline
    assert isinstance(first, RunEstimate) and isinstance(other, RunEstimate)
    assert first.allowed_hours == pytest.approx(61)
    assert first.hours.likely == pytest.approx(3 * other.hours.likely, rel=0.02)  # but for the start-up
