"""Commitments: what is asked of them, and when a verdict follows."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.answers.commitment_reasons import CommitPlan, FirstLook, HowMuch
from engine.forms.commitment import COMMITMENT, HoldsCapacity, SaidDiscount


def test_a_plan_alone_is_answered_in_facts(advisor: Advisor) -> None:
    answer = advisor.ask("savings plan or reserved for p5 used 12 hours a day?")
    assert answer.form is COMMITMENT
    assert answer.verdict is None and answer.facts.sentences


def test_with_a_workload_the_verdict_follows(advisor: Advisor) -> None:
    answer = advisor.ask("should we commit for a year? we serve Llama 70B, 2B tokens a day")
    assert answer.form is COMMITMENT
    assert answer.verdict is not None


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("1 year reserved gives us 33%, 3 years 55%. worth it?", (0.67, 0.45)),  # 1 - 0.33, 1 - 0.55
        ("we should be on reserved: 1 year gives 40%. Does that make sense for our Azure nodes?", (0.6,)),
        ("should we reserve at 25 % off?", (0.75,)),
    ],
)
def test_a_discount_that_was_said_breaks_even_at_what_is_left(
    text: str, shares: tuple[float, ...], advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    assert answer.form is COMMITMENT and answer.verdict is None
    assert isinstance(answer.facts.headline, SaidDiscount)
    assert answer.facts.headline.shares == pytest.approx(shares)


def test_a_plan_for_machines_without_a_name_is_no_choice_of_a_machine(advisor: Advisor) -> None:
    answer = advisor.ask(
        "Would it make sense to use a 3-yr Instance Savings Plan for my GPU boxes, which is cheaper?"
    )
    assert answer.form is COMMITMENT and answer.verdict is None


@pytest.mark.parametrize(
    "text",
    [
        "Should we use ODCRs for our p5 fleet?",
        "capacity reservation for p5 during cyber week: worth it?",
        "Is an on-demand capacity reservation worth it for p5.48xlarge?",
    ],
)
def test_a_capacity_reservation_holds_machines_and_lowers_no_price(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is COMMITMENT and isinstance(answer.facts.headline, HoldsCapacity)
    assert "100% of the on-demand rate" in card_text(answer).replace("\n", " ")


def test_a_way_to_buy_and_a_budget_are_no_work_to_weigh(advisor: Advisor) -> None:
    answer = advisor.ask("Should I use savings plans or reserved instances for p4d? we have $30k/month of GPU")
    assert answer.form is COMMITMENT and answer.verdict is None


def test_the_work_says_how_many_machines_to_commit_to(advisor: Advisor) -> None:
    """30 runs of 2 machines x 52.4 h = 3,144 h a month; 3,144 / 730 = 4.3, and 70 to 80 % of 4 are 2 to 3."""
    answer = advisor.ask("Should we buy a savings plan for p4de.24xlarge? 30 fine-tunes of Llama 70B a month")
    plan = answer.facts.headline
    assert isinstance(plan, CommitPlan)
    assert (plan.instance, plan.count, plan.few, plan.many, plan.pays) == ("p4de.24xlarge", 4, 2, 3, True)
    first = answer.facts.sentences[0]
    assert isinstance(first, FirstLook) and first.other_usd < first.usd  # a cheaper machine is named before a term


def test_a_commitment_for_a_service_is_sized_by_the_machines_it_needs(advisor: Advisor) -> None:
    answer = advisor.ask("should we commit for a year? we serve Llama 70B, 2B tokens a day")
    assert answer.verdict is not None and answer.verdict.option is not None
    assert isinstance(answer.facts.headline, HowMuch)
    assert answer.facts.headline.count == answer.verdict.option.count


@pytest.mark.parametrize(
    "text",
    [
        "We pay $30k a month for p4d. How do we cut that?",
        "How can we reduce our AWS bill of $30k a month for p4d?",
        "We pay $30k a month for p4d on demand. How can we bring it down?",
        "We spend $30k a month on p4d for training. What would be cheaper?",
        "Our p4d.24xlarge cost us $30k a month, how to spend less?",
    ],
)
def test_who_wants_to_pay_less_is_told_the_ways_to_buy_what_runs_today(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form.id == "commitment" and "by Capacity Block" in card_text(answer)


def test_work_that_is_sized_is_costed_instead(advisor: Advisor) -> None:
    text = "We pay $30k a month on p4d to fine-tune Llama 3.1 8B. How do we cut that?"
    assert advisor.ask(text).form.id != "commitment"
