"""The form of questions about serving: which of its parts answers."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("label 5M documents of 800 tokens with a 8B, 50 tokens out each", "job_takes"),
        ("Should we move our nightly embedding job (200M docs, 512 tokens each) from T4 to inf2?", "job_moves"),
    ],
)
def test_each_part_answers_its_question(advisor: Advisor, text: str, code: str) -> None:
    answer = advisor.ask(text)
    assert answer.facts.headline is not None
    assert (answer.form.id, answer.facts.headline.code) == ("serving", code)
    assert card_text(answer)
