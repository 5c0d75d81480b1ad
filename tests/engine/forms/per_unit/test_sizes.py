"""A family of models of several sizes, none of which was said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.per_unit.sizes import BySize, WhichOfSizes, by_size, open_sizes
from tests.engine.forms.per_unit.questions import question


@pytest.mark.parametrize(
    "text", ["We want to fine-tune Llama. What instance should we pick?", "which GPU to host Qwen?"]
)
def test_the_sizes_are_named_and_asked_and_none_is_taken(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, BySize) and answer.verdict is None
    assert isinstance(answer.facts.questions[0], WhichOfSizes)
    assert "parameters" not in {entry.slot for entry in answer.facts.filled.assumptions} if answer.facts.filled else 0
    assert answer.facts.table is not None and len(answer.facts.table.rows) > 1
    assert "8B" in card_text(answer) or "7B" in card_text(answer)


def test_a_larger_size_never_takes_a_cheaper_machine(advisor: Advisor) -> None:
    told = by_size(question(advisor, "which GPU to fine-tune Llama?"))
    assert told is not None and told.table is not None
    at = told.table.columns.index("usd_tokens")
    usd = [row.cells[at] for row in told.table.rows]
    assert all(isinstance(value, float) for value in usd)
    assert usd == sorted(usd, key=lambda value: float(str(value)))


@pytest.mark.parametrize("text", ["fine-tune Llama 8B", "fine-tune Llama 3.3 70B", "train ResNet", "serve a 7B"])
def test_a_size_that_was_said_or_is_the_only_one_is_not_open(text: str, advisor: Advisor) -> None:
    assert open_sizes(question(advisor, text).said, advisor.facts) == ()
