"""How often something is done, said in a turn: it takes the place of what the thread said."""

from __future__ import annotations

import pytest

from engine.forms import FORMS
from engine.reading.asking.rhythm import at_share, in_rhythm
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


RUN = "how long does a 13B on 300B tokens take on 64 A100?"


@pytest.mark.parametrize(
    ("asked", "turn", "changed"),
    [
        (RUN, "what if we reach 45% MFU", "how long does a 13B on 300B tokens take on 64 A100, at 45% MFU?"),
        ("3B on 64 H100 at 40% MFU, days?", "and at 50% mfu?", "3B on 64 H100 at 50% mfu, days?"),
    ],
)
def test_a_share_of_the_peak_is_said_of_the_run(facts: Facts, asked: str, turn: str, changed: str) -> None:
    assert at_share((Turn(text=asked),), turn, compile_vocabulary(facts, FORMS)) == (changed,)


def test_a_share_that_is_asked_about_is_none(facts: Facts) -> None:
    assert at_share((Turn(text=RUN),), "is 35% MFU good?", compile_vocabulary(facts, FORMS)) is None
