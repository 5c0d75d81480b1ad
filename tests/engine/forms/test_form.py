"""What every form says of itself, and what it says where it says nothing; and what a question holds for it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.answers.model import FactAnswer
from engine.forms.form import Asked, Form, workload_slots
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts, Hit
from tests.day import DAY

PLAIN = Form(id="plain", answer=lambda _asked: FactAnswer())
WORK = Reading(profile=Profile(task="fine_tuning", parameters=8e9, tokens=1e9, runs=20))


def test_a_form_is_for_all_and_leads_nothing_unless_it_says_otherwise(facts: Facts) -> None:
    assert PLAIN.lasts and not PLAIN.asks_nothing and PLAIN.says is None
    assert not PLAIN.leads(FactAnswer())
    assert not PLAIN.continues("compare Oregon and Sweden", facts)


def test_a_form_cannot_be_changed_while_it_is_used() -> None:
    with pytest.raises(FrozenInstanceError):
        PLAIN.searches = True  # type: ignore[misc]  # that it is refused is the point


def test_what_is_worked_out_for_a_form_is_worked_out_once(advisor: Advisor) -> None:
    asked = Asked(WORK, advisor.library(), DAY)
    assert asked.known_verdict is None, "no form has looked at it"
    assert asked.verdict is asked.verdict and asked.case is asked.case
    assert asked.known_verdict is asked.verdict
    made: list[Asked] = []

    def work(of: Asked) -> int:
        made.append(of)
        return len(made)

    assert (asked.once(work), asked.once(work), asked.of_chips.once(work)) == (1, 1, 2)


def test_a_verdict_that_is_known_is_taken_over(advisor: Advisor) -> None:
    known = Asked(WORK, advisor.library(), DAY).verdict
    assert Asked(WORK, advisor.library(), DAY, judged=known).verdict is known


def test_the_case_holds_the_filled_profile_and_every_offering(advisor: Advisor) -> None:
    asked = Asked(WORK, advisor.library(), DAY)
    assert asked.case.filled.profile.clouds == ("aws",), "the cloud was not said"
    assert asked.case.options
    assert asked.profile is WORK.profile


def test_what_is_rented_and_how_often_describes_no_work() -> None:
    rented = Profile(candidates=("h100",), clouds=("aws",), purchase="spot", run_hours=12, runs=20, instance_count=4)
    assert workload_slots(rented) == frozenset()


def test_a_task_a_model_and_a_budget_do() -> None:
    work = Profile(task="fine_tuning", model="llama", parameters=8e9, budget_usd=5000, candidates=("h100",))
    assert workload_slots(work) == {"task", "model", "parameters", "budget_usd"}


@pytest.mark.parametrize("family", ["gpu", "tpu"])
def test_a_family_names_no_chip(family: str, advisor: Advisor) -> None:
    asked = Asked(Reading(profile=Profile(candidates=(family, "h100"))), advisor.library(), DAY)
    assert asked.of_chips.profile.candidates == ("h100",)
    told = card_text(advisor.ask(f"Is there a plan to support {family.upper()} instances?"))
    assert "A10G" not in told and "TPU7x" not in told


def test_entries_are_looked_for_only_where_a_form_looks_at_them(advisor: Advisor) -> None:
    looked: list[str] = []

    def find() -> tuple[Hit, ...]:
        looked.append("looked")
        return ()

    asked = Asked(WORK, advisor.library(), DAY, find)
    assert not looked
    assert asked.hits == () and looked == ["looked"]


def test_a_price_makes_no_index_of_all_entries(facts: Facts) -> None:
    fresh = Advisor(facts, DAY)
    assert fresh.ask("cheapest H100").form.id == "price"
    assert "_search" not in vars(fresh)
    fresh.ask("Why is Trainium harder to program than a GPU?")
    assert "_search" in vars(fresh)
