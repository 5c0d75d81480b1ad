"""As many of one chip as do what so many of another do."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.equal import EqualTo


@pytest.mark.parametrize(
    ("text", "chip", "cards", "by_other", "by_memory"),
    [  # 64 x 989 / 667 = 94.9; 64 x 3,350 / 2,900 = 73.9; 64 x 80 / 96 = 53.3
        ("how many trn2 to match 64 H100", "AWS Trainium2", 95, 74, 54),
        ("64 H100 in terms of Trainium2 chips?", "AWS Trainium2", 95, 74, 54),
        ("Wie viele Trainium2 braucht man statt 64 H100?", "AWS Trainium2", 95, 74, 54),
        ("equivalent of 8 H100 in v5p", "TPU v5p", 18, 10, 7),  # 8 x 989 / 459 = 17.2; x 3,350 / 2,765; x 80 / 95
        (
            "how many L4 would it take to equal one H100?",
            "NVIDIA L4",
            9,
            12,
            4,
        ),  # 989 / 121 = 8.2; 3,350 / 300 = 11.2
    ],
)
def test_so_many_of_another_chip(
    advisor: Advisor, text: str, chip: str, cards: int, by_other: int, by_memory: int
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, EqualTo) and first.by == "peak"
    there = first.rows[0]
    assert (there.chip, there.cards, there.by_other, there.by_memory) == (chip, cards, by_other, by_memory)
    assert (there.low, there.high) == (min(cards, by_other), max(cards, by_other))


def test_of_a_model_that_is_trained_what_both_reach_counts(advisor: Advisor) -> None:
    first = advisor.ask("how many trn2 chips match 16 H100 for pretraining llama 3 8B?").facts.headline
    assert isinstance(first, EqualTo) and first.by == "reached" and first.model == "Llama 3 8B"
    assert first.rows[0].low < first.rows[0].cards < first.rows[0].high


def test_of_serving_the_memory_bandwidth_counts(advisor: Advisor) -> None:
    first = advisor.ask("16 MI300X equals how many H200 for serving?").facts.headline
    assert isinstance(first, EqualTo) and first.by == "bandwidth"
    assert first.rows[0].cards == 18  # 16 x 5,300 / 4,800 = 17.7


@pytest.mark.parametrize(
    ("text", "enough"),
    [  # 3 and 4 B200, 11 and 16 L40S
        ("are 2 B200 enough to replace 16 A100?", "no"),
        ("are 8 B200 enough to replace 16 A100?", "yes"),
        ("Would 12 L40S match 4 H100, or how many?", "between"),
    ],
)
def test_as_many_as_are_named_are_held_against_both_bounds(advisor: Advisor, text: str, enough: str) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, EqualTo) and first.rows[0].enough == enough


@pytest.mark.parametrize(
    "text",
    [
        "how many H100 to train llama 3 8B on 1T tokens in 10 days instead of 64 A100?",
        "should we replace 8 A100 with H100?",
        "8 A100 or 4 H100?",
    ],
)
def test_work_that_is_told_and_advice_are_other_questions(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, EqualTo)
