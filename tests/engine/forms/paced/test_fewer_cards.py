"""Cards of one's own instead of those that others trained on."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.wording.reasons import fact
from engine.forms.paced.fewer_cards import FewerCards


def first(advisor: Advisor, text: str) -> FewerCards:
    made = advisor.ask(text).facts.headline
    assert isinstance(made, FewerCards), made
    return made


@pytest.mark.parametrize(
    "text",
    [
        "The paper used 8 V100. Can I use a single 3090 instead?",
        "You trained with 8 V100. Would one RTX 3090 be enough to reproduce?",
        "Hi, I saw you used 8 V100 for training, I only have one RTX 3090, is that ok?",
        "Will training of this network (authors used 8 V100s) work with only one RTX 3090?",
        "I have one 3090 and the authors used 8 V100. Is it possible to train on it?",
    ],
)
def test_the_memory_of_one_card_decides_and_the_number_is_time(advisor: Advisor, text: str) -> None:
    """A V100 has 16 or 32 GiB, a 3090 24; 8 x 900 / 936 and 8 x 125 / 71 times as long."""
    made = first(advisor, text)
    assert (made.own_count, made.theirs_count, made.level, made.steps) == (1, 8, "between", 8)
    assert (made.least_gib, made.most_gib) == (16, 32)
    assert (made.low, made.high) == pytest.approx((8 * 900 / 936, 8 * 125 / 71), rel=0.01)
    assert fact(made).startswith("Likely, and it takes longer")


def test_the_same_chip_takes_as_many_times_as_long(advisor: Advisor) -> None:
    made = first(advisor, "Can this be trained on 1 GPU? The authors used 8x A100 80GB.")
    assert made.same and (made.low, made.high) == (8, 8)
    assert fact(made).startswith("Yes, if they train data parallel")


def test_a_smaller_card_needs_a_smaller_batch(advisor: Advisor) -> None:
    text = "I only have one 11GB 2080Ti, authors used 8 V100. Can I train it there?"
    assert first(advisor, text).level == "less"


def test_two_cards_of_ones_own_are_told_each(advisor: Advisor) -> None:
    text = "I have a single RTX 2080Ti or RTX 3090; the authors trained on 8 V100s. Can I use the 2080Ti? And a 3090?"
    answer = advisor.ask(text).facts
    told = [one for one in (answer.headline, *answer.sentences) if isinstance(one, FewerCards)]
    assert [one.level for one in told] == ["less", "between"]


@pytest.mark.parametrize(
    "text",
    [
        "The authors used 8 V100 to train Llama 2 7B. Can I fine-tune it on one 3090?",  # whose memory is known
        "The paper used 8 V100. What would 8 A100 cost?",
        "They used one V100. Can I train it on 8 A100?",  # more than theirs
    ],
)
def test_known_work_dollars_and_more_cards_are_other_questions(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, FewerCards)
