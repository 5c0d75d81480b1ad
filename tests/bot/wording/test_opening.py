"""The opening of a first line."""

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.wording.opening import opening


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("About 410 tokens/s on 4 x L40S. Fewer at once are faster.", "About 410 tokens/s on 4 x L40S."),
        ("No. FP8 needs Ada or newer. V100 is older.", "No. FP8 needs Ada or newer."),
        ("p5.48xlarge is $55.04/h in us-east-1. It is sold there.", "p5.48xlarge is $55.04/h in us-east-1."),
        ("Nothing more to say", "Nothing more to say"),
    ],
)
def test_an_opening_is_a_sentence_that_says_something(line: str, first: str) -> None:
    assert opening(line) == first


def test_each_question_of_a_message_is_answered_in_its_first_lines(advisor: Advisor) -> None:
    lines = card_text(advisor.ask("How much VRAM does Llama 3 70B need, and how fast is it on 4 L40S?")).splitlines()
    first = " ".join(lines[:6])
    assert "takes about 130 GiB" in first and "tokens/s" in first
