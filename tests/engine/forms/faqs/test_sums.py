"""Small sums beside written answers, by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.faqs.sums import Replaces, ShortJob, own_grid


def test_intensity_and_clean_energy_reverse_the_order() -> None:
    """372 x 0.96 = 357.1; 445 x 0.08 = 35.6."""
    told = own_grid("asia-southeast1 CFE 4% intensity 372; us-central1 CFE 92% intensity 445. Which is lower?")
    assert told is not None
    assert [round(grid.left, 1) for grid in told.grids] == [357.1, 35.6]
    assert (told.lower, told.lower_left) == (1, 2)


@pytest.mark.parametrize(
    "text",
    [
        "CFE 4% intensity 372",
        "intensity 372 and 445",
        "CFE 4% and CFE 92%, intensity 372",
        "which region is cleaner?",
    ],
)
def test_without_both_of_two_grids_there_is_no_sum(text: str) -> None:
    assert own_grid(text) is None


@pytest.mark.parametrize("text", ["How many V100 replace one A100?", "How many V100 are equivalent to one A100?"])
def test_how_many_stand_in_goes_by_peak_and_by_memory(advisor: Advisor, text: str) -> None:
    """312 / 125 = 2.5, so 3; 80 / 32 = 2.5, so 3."""
    (told,) = [line for line in advisor.ask(text).facts.sentences if isinstance(line, Replaces)]
    assert (told.number, told.by_math, told.by_memory) == (1, 3, 3)
    assert told.times == pytest.approx(2.5, abs=0.01) and not told.has_bf16


def test_eight_of_one_are_counted_together(advisor: Advisor) -> None:
    """8 x 312 / 125 = 19.97."""
    (told,) = [
        line for line in advisor.ask("How many V100 replace 8 A100?").facts.sentences if isinstance(line, Replaces)
    ]
    assert (told.number, told.by_math) == (8, 20)


def test_minutes_of_a_test_job_are_priced(advisor: Advisor) -> None:
    (told,) = [
        line
        for line in advisor.ask("How do I run CI tests on a GPU, and what does it cost?").facts.sentences
        if isinstance(line, ShortJob)
    ]
    assert told.usd == pytest.approx(told.usd_per_hour / 6) and told.cites


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "I wonder about a discrepancy in your report: RTX 3090 70 TFLOPs, A6000 150 TFLOPs, same chip",
            "GeForce",
        ),
        (
            "RuntimeError on my V100: Current CUDA Device does not support bfloat16. How to force float16?",
            "fp16=True",
        ),
    ],
)
def test_a_written_answer_stands_where_too_much_else_was_not_understood(
    advisor: Advisor, text: str, told: str
) -> None:
    assert told in card_text(advisor.ask(text))
