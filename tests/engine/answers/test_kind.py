"""What every kind of question says of itself, and what it says where it says nothing."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from engine.answers.kind import QuestionKind, workload_slots
from engine.answers.model import FactAnswer
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts

PLAIN = QuestionKind(id="plain", is_asked=lambda _cues: True, answer=lambda *_: FactAnswer())


def test_facts_alone_answer_a_kind_unless_it_says_otherwise(facts: Facts) -> None:
    rules = tuple(facts.rules.values())
    assert not PLAIN.wants_verdict(Reading(profile=Profile(task="inference")), rules)
    assert not PLAIN.leads(FactAnswer())
    assert not PLAIN.continues("compare Oregon and Sweden", facts)


def test_a_kind_cannot_be_changed_while_it_is_used() -> None:
    with pytest.raises(FrozenInstanceError):
        PLAIN.searches = True  # type: ignore[misc]  # that it is refused is the point


def test_what_is_rented_and_how_often_describes_no_work() -> None:
    rented = Profile(candidates=("h100",), clouds=("aws",), purchase="spot", run_hours=12, runs=20, instance_count=4)
    assert workload_slots(rented) == frozenset()


def test_a_task_a_model_and_a_budget_do() -> None:
    work = Profile(task="fine_tuning", model="llama", parameters=8e9, budget_usd=5000, candidates=("h100",))
    assert workload_slots(work) == {"task", "model", "parameters", "budget_usd"}
