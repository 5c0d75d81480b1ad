"""Words that set no slot and that a sum of this folder reads itself."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.quantity.read import is_read


@pytest.mark.parametrize(
    "words", ["100 tok/s on a single stream", "EAGLE-3 allowed", "queue kills at 24h", "util 0.92"]
)
def test_a_pace_a_limit_and_a_share_are_read(words: str) -> None:
    assert is_read(words)


@pytest.mark.parametrize("words", ["a blue moon", "on a leased barge"])
def test_anything_else_is_not(words: str) -> None:
    assert not is_read(words)


def test_what_the_sum_read_is_not_named_as_not_understood(advisor: Advisor) -> None:
    text = "Qwen3-32B FP8 on 2 H100, 20 tok/s/user. What aggregate output tok/s is realistic and what's $/Mtok?"
    assert advisor.ask(text).reading.unread_asked == ()
