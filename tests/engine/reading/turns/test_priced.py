"""A turn that asks what the machines of the thread cost."""

from __future__ import annotations

import pytest

from engine.reading.asking.turn import turned, whole
from engine.reading.turns.priced import is_priced
from engine.workload.profile import Reading
from tests.engine.reading.test_read import vocabulary


def before(text: str) -> Reading:
    return whole(text, vocabulary())


@pytest.mark.parametrize("turn", ["what about the price?", "and the prices?", "what is the price on AWS?"])
def test_without_an_amount_the_chips_of_the_thread_are_priced(turn: str) -> None:
    reading = turned(before("H100 or A100 for training a 13B model?"), turn, vocabulary())
    assert reading.form == "price" and reading.turn is not None
    assert reading.turn.candidates == ("h100", "a100") and reading.profile.parameters == 13e9


def test_what_a_month_costs_is_of_the_cloud_that_the_turn_names() -> None:
    thread = before("How do I host it on a GPU server at Linode?")
    reading = turned(thread, "Which AWS instance, and how much does it cost for 1 month?", vocabulary())
    assert reading.form == "estimate" and reading.profile.clouds == ("aws",)
    assert (reading.profile.providers, reading.profile.run_hours) == ((), None)


@pytest.mark.parametrize(
    ("thread", "turn"),
    [
        ("Fine-tune Llama 8B on 100M tokens on 8 A100, how long?", "what about the price?"),  # of the run
        ("H100 or A100 for training a 13B model?", "how much would that cost?"),
        ("Does Llama 8B fit on an L4?", "how much is it per month?"),  # of the work
    ],
)
def test_of_work_that_is_known_its_cost_is_asked(thread: str, turn: str) -> None:
    told = turned(before(thread), turn, vocabulary())
    assert not is_priced(before(thread), whole(turn, vocabulary()), told)
