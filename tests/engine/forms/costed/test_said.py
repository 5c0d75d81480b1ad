"""What an estimate may rest on."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.costed.said import is_repeated, is_size_said
from engine.forms.form import Asked
from engine.workload.profile import Profile


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("How long does it take to fine-tune Llama 3 8B on one A100?", True),
        ("How long does it take to fine-tune Llama on one A100?", False),
        ("What does it cost to fine-tune Llama on 1B tokens?", True),  # a price says what it is worked out for
        ("What does it cost to pretrain a GPT?", False),
    ],
)
def test_a_size_is_said_or_a_price_is_asked(text: str, said: bool, advisor: Advisor) -> None:
    reading = advisor.parse(text)
    case = Asked(reading, advisor.library(), advisor.today()).case
    assert is_size_said(case, reading) is said


def test_runs_are_repeated_where_several_are_said() -> None:
    assert is_repeated(Profile(runs=2)) and is_repeated(Profile(cadence="repeated"))
    assert not is_repeated(Profile(runs=1))
