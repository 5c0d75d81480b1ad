"""Which card does in a time that is wanted what takes longer on one that was timed."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fleets.faster import FasterCards
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


def cards(advisor: Advisor, text: str) -> FasterCards:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, FasterCards)
    return first


def test_both_bounds_are_so_many_times_those_of_the_timed_card(advisor: Advisor) -> None:
    """20 / 5 = 4 times a T4 (65 TFLOP/s, 320 GB/s): an A100 has 4.8 and 4.86 times that, an L4 not."""
    told = cards(advisor, "our reranker takes 20 s per query on a T4. What GPU brings that under 5 s?")
    assert told.times == 4
    assert told.cards[0].name == "NVIDIA A100 40 GB"
    assert all(card.high * 3600 <= 5 for card in told.cards)


def test_a_time_of_several_is_of_one(advisor: Advisor) -> None:
    text = "SD takes 1m30s for 4 images on g4dn.2xlarge. which AWS machine gets one under 20 seconds?"
    assert cards(advisor, text).times == pytest.approx(22.5 / 20)


def test_where_none_is_so_fast_the_split_is_told(advisor: Advisor) -> None:
    told = cards(
        advisor, "A clip takes 19 hours on one H100 for a one minute video. can more GPUs bring this down to an hour?"
    )
    assert not told.cards and told.best and told.split == 19


def test_parts_of_a_job_are_done_side_by_side(advisor: Advisor) -> None:
    """66 / 7 = 9.43 machines, and 66 x 24 x $2.29 = $3,627 on any number of them."""
    text = "scoring 1M variants took 66 days on a GH200 at $2.29/h. How many GPUs to do it in a week, and the cost?"
    told = cards(advisor, text)
    assert told.many and told.split == 10
    assert told.usd == pytest.approx(3627, rel=0.001)


def test_a_training_run_is_taken_elsewhere(advisor: Advisor) -> None:
    first = advisor.ask("our run took 5 days on 8 A100, how many H100 to do it in 1 day?").facts.headline
    assert not isinstance(first, FasterCards)
