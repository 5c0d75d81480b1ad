"""A load of a model that nobody named."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.worked.unsized_load import LoadOfNoModel
from knowledge.facts import Facts
from tests.day import DAY


def test_it_says_what_comes_and_that_the_model_decides(facts: Facts) -> None:
    """1,500 / 60 = 25 a second, x 1,100 and x 300 tokens."""
    first = Advisor(facts, DAY).ask("1500 req/min, 1100 in / 300 out tokens: how many H100s").facts.headline
    assert isinstance(first, LoadOfNoModel)
    assert (first.requests, first.prompts, first.answers) == (25, 27_500, 7_500)
