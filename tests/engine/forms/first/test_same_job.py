"""The same job on machines whose times were told."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.same_job import CheaperJob


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It takes 40 h on two p5.48xlarge and 22 h on one p5en.48xlarge. Which should we rent?", [(1, 22), (2, 40)]),
        ("Two nodes of 8 H100 would need 52 h, one 8xH200 node does it in 24 h. Cheaper?", [(1, 24), (2, 52)]),
        (  # L40S $1.861, A100 $2.745, H100 $6.88 an hour of one
            "We measured 24 h on an L40S, 16 h on an A100 and 12 h on an H100. Which is cheapest a run on AWS?",
            [(1, 16), (1, 24), (1, 12)],
        ),
        ("30 hours on 4x A10G (g5.12xlarge), 9 h on one p4d. which was cheaper?", [(1, 30), (1, 9)]),
    ],
)
def test_each_costs_its_machines_times_its_hours_times_the_price(
    advisor: Advisor, text: str, told: list[tuple[int, float]]
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CheaperJob)
    assert [(one.machines, one.hours) for one in first.each] == told
    for one in first.each:
        assert one.usd == pytest.approx(one.machines * one.hours * one.usd_per_hour)


def test_a_machine_named_before_belongs_to_no_time_that_has_one_behind_it(advisor: Advisor) -> None:
    text = "What does it cost on 8 A100s? They took 30 minutes on one p4d.24xlarge; others 6 hours on a g5.12xlarge."
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CheaperJob)
    assert [one.instance for one in first.each] == ["p4d.24xlarge", "g5.12xlarge"]
