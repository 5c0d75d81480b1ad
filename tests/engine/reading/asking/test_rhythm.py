"""How often something is done, said in a turn: it takes the place of what the thread said."""

from __future__ import annotations

import pytest

from engine.forms import FORMS
from engine.reading.asking.rhythm import in_rhythm
from engine.reading.vocabulary import compile_vocabulary
from engine.workload.profile import Turn
from knowledge.facts import Facts

ASKED = "we train 3x a week, 6h each, on a p4d. monthly cost?"


@pytest.mark.parametrize(
    ("turn", "asked"),
    [
        ("ok and if we do it only once a week?", "we train once a week, 6h each, on a p4d. monthly cost?"),
        ("and every day?", "we train every day, 6h each, on a p4d. monthly cost?"),
        ("twice a month", "we train twice a month, 6h each, on a p4d. monthly cost?"),
        ("5 times a week?", "we train 5 times a week, 6h each, on a p4d. monthly cost?"),
    ],
)
def test_it_takes_the_place_of_the_one_before(facts: Facts, turn: str, asked: str) -> None:
    assert in_rhythm((Turn(text=ASKED),), turn, compile_vocabulary(facts, FORMS)) == (asked,)


@pytest.mark.parametrize(
    ("asked", "turn"),
    [
        (ASKED, "would a reservation pay at 3x a week?"),  # asks something of its own
        ("what does a p4d cost?", "and every day?"),  # no rhythm before
    ],
)
def test_another_question_is_left_to_others(facts: Facts, asked: str, turn: str) -> None:
    assert in_rhythm((Turn(text=asked),), turn, compile_vocabulary(facts, FORMS)) is None
