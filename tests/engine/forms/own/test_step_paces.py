"""Hours and dollars of steps at the pace of each machine that is told."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.own.step_paces import StepsAt
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "hours", "usd"),
    [
        # 30,000 / 0.62 / 3,600 and 30,000 / 2.1 / 3,600; the price stands behind the second and is of it
        (
            "openpi LoRA, 30k steps. My 4090 does 0.62 it/s, a rented H100 would do 2.1 it/s. Hours for each and "
            "cost of the rental at something like $3/h?",
            [13.44, 3.97],
            [0.0, 11.9],
        ),
        # 7,200 x 5.4 / 3,600 = 10.8 h x 8 x $2
        ("7,200 steps at 5.4 s/step on 8x H100 at $2 per GPU hour, what's the bill?", [10.8], [172.8]),
        # 25,000 / 0.8 / 3,600 = 8.68 h x $2
        ("Combien coûtent 25 000 pas à 0,8 it/s sur une L40S à 2 $/h ?", [8.68], [17.36]),
    ],
)
def test_hours_and_dollars(advisor: Advisor, text: str, hours: list[float], usd: list[float]) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, StepsAt)
    assert [one.hours for one in first.each] == pytest.approx(hours, rel=0.01)
    assert [one.usd for one in first.each] == pytest.approx(usd, rel=0.01)


def test_a_pace_without_a_machine_is_not_summed(advisor: Advisor) -> None:
    assert not isinstance(advisor.ask("18,000 steps at 3.2 s/it, how long?").facts.headline, StepsAt)
