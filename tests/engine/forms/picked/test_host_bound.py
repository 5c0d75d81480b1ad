"""Machines by vCPUs a GPU, where somebody says that the CPU bounds the work and asks for a machine."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.picked.host_bound import HostPicked
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    "text",
    [
        "Which instance for decode-heavy training? JPEG decode eats the CPU; ResNet-152 class models.",
        "our data-loader is the bottleneck, the cpu is maxed. which machine has the most vCPUs per GPU?",
        "CPU limitiert beim Augmentieren, ResNet-50. Welche Instanz?",
    ],
)
def test_no_other_has_as_many_for_less(text: str, advisor: Advisor) -> None:
    stated = advisor.ask(text).facts
    assert isinstance(stated.headline, HostPicked), stated.headline
    assert stated.table is not None
    told = [(row.cells[2], row.cells[3]) for row in stated.table.rows]
    assert stated.headline.most_vcpu == told[0][0]
    assert [hour for _, hour in told] == sorted((hour for _, hour in told), reverse=True)  # type: ignore[type-var]


def test_a_question_for_the_cause_names_no_machine(advisor: Advisor) -> None:
    assert not isinstance(advisor.ask("why is the cpu the bottleneck of my A100?").facts.headline, HostPicked)
