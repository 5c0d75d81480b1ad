"""So many times as much of what the thread said is the amount in its question."""

from __future__ import annotations

import pytest

from engine.reading.asking.as_much import as_much
from engine.workload.profile import Turn
from tests.engine.reading.test_read import vocabulary

RUN = "How long to fine-tune Llama 2 13B on 200M tokens on 8 A100?"
BILL = "what does p4d.24xlarge cost for a month"


@pytest.mark.parametrize(
    ("asked", "turn", "changed"),
    [
        (RUN, "half the data", RUN.replace("200M", "100M")),
        (RUN, "what if the dataset doubles", RUN.replace("200M", "400M")),
        (RUN, "double the tokens", RUN.replace("200M", "400M")),
        (RUN, "10x the tokens?", RUN.replace("200M", "2000M")),
        (RUN, "doppelt so viele Tokens", RUN.replace("200M", "400M")),
        (RUN, "la moitié des tokens", RUN.replace("200M", "100M")),
        (RUN, "¿y el doble?", RUN.replace("200M", "400M")),
        (RUN, "twice as many gpus", RUN.replace("8 A100", "16 A100")),
        (RUN, "half the gpus", RUN.replace("8 A100", "4 A100")),
        (BILL, "twice as many machines", "what does 2 p4d.24xlarge cost for a month"),
        ("LoRA of an 8B for 2 epochs, how long?", "double the epochs", "LoRA of an 8B for 4 epochs, how long?"),
        ("How many L4 for an 8B at 10 rps?", "triple the traffic", "How many L4 for an 8B at 30 rps?"),
    ],
)
def test_the_amount_is_multiplied_in_the_question(asked: str, turn: str, changed: str) -> None:
    assert as_much((Turn(text=asked),), turn, vocabulary()) == (changed,)


@pytest.mark.parametrize(
    ("asked", "turn"),
    [
        (RUN, "does half the data hurt quality?"),
        (RUN, "half the price?"),
        (RUN, "400M tokens"),
        (RUN, "and 2x L40S?"),
        (BILL, "half the tokens"),
        ("LoRA of an 8B on one A100, how long?", "half the gpus"),
    ],
)
def test_what_says_more_or_of_something_else_changes_nothing(asked: str, turn: str) -> None:
    assert as_much((Turn(text=asked),), turn, vocabulary()) is None
