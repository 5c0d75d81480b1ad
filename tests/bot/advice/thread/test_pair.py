"""Which of two: what the last two answers of a thread were about."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.thread.pair import picks, sides
from engine.reading.document import lay_out
from engine.workload.profile import Profile
from tests.bot.advice.thread.test_turned import first_line, thread
from tests.engine.reading.test_read import vocabulary

SERVED = ("does an 8B in int8 fit on a T4 for serving?", "L4?")
PRICED = ("price of L4 on aws per hour", "T4?")
RUN = ("full fine-tuning of Llama 8B on 100M tokens on 8 A100, cost?", "and on 8 H100")


@pytest.mark.parametrize("turn", ["which one is cheaper", "so which?", "ok so which one would you take", "which one"])
def test_of_two_that_hold_it_the_cheaper_is_told(advisor: Advisor, turn: str) -> None:
    assert first_line(thread(advisor, *SERVED, turn)).startswith("T4, likely: about $")


@pytest.mark.parametrize("turn", ["which one should I take", "which one is cheaper", "so which one"])
def test_of_two_prices_the_less_is_told_with_the_difference(advisor: Advisor, turn: str) -> None:
    """$0.526 an hour of a g4dn.xlarge, $0.8048 of a g6.xlarge."""
    told = first_line(thread(advisor, *PRICED, turn))
    assert told.startswith("NVIDIA T4 on demand in us-east-1 is the cheaper, $0.526 an hour, $0.28 (35%) less than")


def test_of_two_runs_it_is_that_of_less_dollars_and_the_faster_by_what_is_known_of_both(advisor: Advisor) -> None:
    assert "p4d.24xlarge on demand is the cheaper" in first_line(thread(advisor, *RUN, "so which one"))
    assert first_line(thread(advisor, *RUN, "which one finishes first")).startswith(
        "Measured, H100-SXM comes to about"
    )


def test_where_neither_is_chosen_for_the_work_the_hour_of_both_is_told(advisor: Advisor) -> None:
    told = thread(advisor, "does a 13B in fp16 fit on inf2.8xlarge", "inf2.xlarge?", "which one is cheaper")
    assert first_line(told).startswith("inf2.xlarge on demand in us-east-1 is the cheaper, $0.758 an hour")


@pytest.mark.parametrize("turn", ["which one has more memory", "which regions", "which of them runs JAX"])
def test_what_asks_for_something_else_picks_none(turn: str) -> None:
    assert picks(lay_out(turn, vocabulary(), Profile(), in_thread=True)) is None


def test_the_two_are_of_different_machines_and_the_last_is_first(advisor: Advisor) -> None:
    told = thread(advisor, *SERVED).goes_on_from
    assert [one.chip for one in sides(told)] == ["l4", "t4"]
    again = thread(advisor, *SERVED, "in int4?").goes_on_from
    assert [one.chip for one in sides(again)] == ["l4", "t4"]
