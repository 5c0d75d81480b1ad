"""How many cards are enough for language models, with no model named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.sizes_held import SizesHeld
from tests.engine.forms.feasible.first import first_of


def test_what_one_and_two_of_each_card_hold_is_told(advisor: Advisor) -> None:
    """72 GiB usable are 77.3e9 bytes: 38B at two bytes a parameter, with little for the cache; two hold 77B."""
    text = "Which card will be sufficient for us for large language models, A100 or H100? Is one or two enough?"
    told = first_of(advisor, text, SizesHeld)
    (cards,) = told.cards
    assert [name.split()[1] for name in cards.chips] == ["A100", "H100"]
    assert cards.served == (pytest.approx(38e9, rel=0.02), pytest.approx(77e9, rel=0.02))
    assert cards.narrow[0] > 3 * cards.served[0]
    assert not told.works


@pytest.mark.parametrize(
    "text",
    [
        "A100 or H100 for Llama 3.1 70B, is one enough?",
        "We have 30k USD, A100 or H100 for language models, is one enough?",
    ],
)
def test_a_model_or_a_budget_is_answered_of(advisor: Advisor, text: str) -> None:
    facts = advisor.ask(text).facts
    assert facts is None or not isinstance(facts.headline, SizesHeld)
