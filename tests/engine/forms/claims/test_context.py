"""What the questions about claims share."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.context import last_of_each, questions
from knowledge.facts import Facts
from tests.engine.forms.claims.reading import seen


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("It took 20 h. Is that normal?", ["Is that normal?"]),
        ("Is that normal? It took 20 h.", ["Is that normal?"]),
        ("Too slow. Why? And what now?", ["Why?", "And what now?"]),
        ("It took 20 h. Tell me whether that is normal", ["Tell me whether that is normal"]),
    ],
)
def test_the_sentences_that_ask(text: str, asks: list[str]) -> None:
    assert questions(text) == asks


def test_of_each_machine_ones_own_last_amount_counts(advisor: Advisor, facts: Facts) -> None:
    text = "The paper says 8 h on 8 V100. I got 12 h on 8 V100. They had 5 h on 8 A100."
    found = {one.key[0]: (one.who, one.of.value / 3600) for one in last_of_each(seen(advisor, facts, text))}
    assert found == {"v100-16gb": ("mine", 12), "a100-40": ("theirs", 5)}
