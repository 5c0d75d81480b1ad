"""A machine's network as it is taken for granted."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.link_fact import LinkFact
from tests.engine.forms.claims.reading import first_line


@pytest.mark.parametrize(
    ("text", "right", "held"),
    [
        ("p3.16xlarge only has 25 Gbps, right?", True, [25]),
        ("g5.12xlarge has 100 Gbps, right?", False, [40]),
        ("p3.16xlarge only has 25 Gbps, right? two p3dn.24xlarge with 100 Gbps are hardly better", True, [25, 100]),
        (
            "two p3dn.24xlarge with 100 Gbps are hardly better than a p3.16xlarge with 25 Gbps, right?",
            True,
            [25, 100],
        ),
        ("p4d.24xlarge has 400 Gbps, right? And p5.48xlarge 3200?", True, [400, 3200]),
    ],
)
def test_it_is_held_against_what_the_machine_has(advisor: Advisor, text: str, right: bool, held: list[float]) -> None:
    for turns in ([text], ["Training ResNet on several machines.", text]):
        line = first_line(advisor, turns)
        assert isinstance(line, LinkFact) and line.right is right
        assert sorted(one.held for one in line.each) == held


def test_whether_the_link_holds_training_up_is_another_question(advisor: Advisor) -> None:
    text = "Is 25 Gbps between two p3.16xlarge the bottleneck for a 1B model with 2 s a step?"
    assert not isinstance(first_line(advisor, [text]), LinkFact)
