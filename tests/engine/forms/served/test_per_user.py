"""Users at once, each with a pace, on the machine that is named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.served.per_user import NoUserAtPace, UsersAtPace

ALIKE = (
    "how many concurrent users at 20 tokens/s per user can 2 H100 serve with Llama 3.1 70B FP8?",
    "Llama 3.1 70B FP8 on 2 H100: how many users at once with 20 tok/s each?",
    "how many concurrent users at TPOT 50 ms on 2 H100 with Llama 3.1 70B FP8?",
)


def users(advisor: Advisor, question: str) -> UsersAtPace:
    answer = advisor.ask(question)
    assert isinstance(answer.facts.headline, UsersAtPace), question
    assert card_text(answer)
    return answer.facts.headline


def test_the_same_pace_in_other_words_is_the_same_number_of_users(advisor: Advisor) -> None:
    assert len({users(advisor, question).users for question in ALIKE}) == 1


@pytest.mark.parametrize(
    "words",
    [
        "{} tok/s each: how many users on an A100 with Llama 3 8B?",
        "Llama 3 8B, A100: how many users at {} tok/s each?",
    ],
)
def test_who_wants_more_speed_shares_with_fewer(words: str, advisor: Advisor) -> None:
    found = [users(advisor, words.format(pace)).users for pace in (10, 20, 30, 40)]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1]


def test_a_pace_that_nothing_reaches_has_no_user(advisor: Advisor) -> None:
    """INT4 weights of 8B are 4.3 GB, and a T4 reads 320 GB/s: 74 tokens/s at most, to one alone."""
    headline = advisor.ask("how many users at 100 tok/s each on one T4 with Llama 3 8B int4?").facts.headline
    assert isinstance(headline, NoUserAtPace)
