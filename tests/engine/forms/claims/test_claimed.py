"""Which question about claims a turn asks, and that what asks none is left alone."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.claimed import QUESTIONS

CODES = {
    "link_fact", "per_step", "paid_run", "said_apart", "pace_changed", "minutes_wanted", "as_reported", "tokens_each",
    "runs_apart",
}  # fmt: skip


def test_every_question_has_a_code_of_its_own() -> None:
    assert {question.__name__ for question in QUESTIONS} == CODES


@pytest.mark.parametrize(
    "text",
    [
        "weekly LoRA on a 7B, PyTorch, AWS",
        "How much is an H100 an hour?",
        "Our run takes 20 h on 8 H100. How long on 8 A100?",
        "Is 8x A100 enough for a 70B?",
        "We pay $20,000 a month for p4d.24xlarge. Is that too much?",
        "It takes 20 h on 8 H100 and we have $5,000. What do you recommend?",
    ],
)
def test_a_question_without_two_claims_is_another(advisor: Advisor, text: str) -> None:
    line = advisor.ask(text).facts.headline
    assert line is None or line.code not in CODES
