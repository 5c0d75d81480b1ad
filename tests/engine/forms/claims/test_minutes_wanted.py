"""A run of hours that is wanted in minutes. By hand: four such cards are 4 times one at most and 3.2 usually at the
least, so 3 h become 45 to 56.25 minutes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.minutes_wanted import MinutesWanted
from tests.engine.forms.claims.reading import first_line


@pytest.mark.parametrize(
    "turns",
    [
        ("My fine-tuning takes 3 hours on one A10G and I need it in 10 minutes. Do 4 GPUs get me there?",),
        ("My fine-tuning takes 3 hours on one A10G.", "I want it in 10 minutes. Would 4 GPUs do it?"),
    ],
)
def test_so_many_cards_bring_so_many_minutes(advisor: Advisor, turns: tuple[str, ...]) -> None:
    line = first_line(advisor, turns)
    assert isinstance(line, MinutesWanted) and line.told and not line.reaches
    assert (line.most, line.low, line.high) == pytest.approx((4, 3.2, 4))
    assert (line.minutes_low, line.minutes_high) == pytest.approx((45, 56.25))
    assert (line.wanted, line.needed) == pytest.approx((10, 18))


def test_what_only_the_best_reaches_is_no_plain_yes(advisor: Advisor) -> None:
    """10 h by 11 to 35 times are 17 to 56 minutes."""
    text = "Training takes 10 hours on a 3090 and I'd like it down to 30 minutes. Would 8x A100 do it?"
    line = first_line(advisor, [text])
    assert isinstance(line, MinutesWanted) and line.perhaps and not line.reaches and line.wanted == pytest.approx(30)


def test_hours_without_a_number_are_told_for_each(advisor: Advisor) -> None:
    text = "it takes hours on the 4090 and I want minutes; would an 8-GPU box do it, or where does more stop helping?"
    line = first_line(advisor, [text])
    assert isinstance(line, MinutesWanted) and not line.told and line.where
    assert (line.minutes_low, line.minutes_high) == pytest.approx((60 / 8, 60 / 6.4))


def test_other_cards_are_faster_by_their_data_sheets_too(advisor: Advisor) -> None:
    text = "LoRA of a 7B takes 5 hours on the 4090 and I want it in minutes. Would an 8x A100 box do it?"
    line = first_line(advisor, [text])
    assert isinstance(line, MinutesWanted) and line.cards == 8 and line.reaches
    assert line.most == pytest.approx(8 * 312 / 165.2, rel=0.02)
