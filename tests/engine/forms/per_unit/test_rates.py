"""What a unit of work costs depends on no amount."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.per_unit.rates import (
    Question,
    says_amount,
    sensible,
    unit_case,
    unit_costs,
    usual_units,
    without_amounts,
)
from engine.workload.profile import Profile
from tests.engine.forms.per_unit.questions import question

LORA = "LoRA of Llama 3.1 8B in PyTorch on AWS"


@pytest.mark.parametrize(
    "slots",
    [
        {"tokens": 1e9},
        {"runs": 20},
        {"cadence": "repeated"},
        {"tokens_per_day": 1e6},
        {"current_usd_per_month": 9000},
    ],
)
def test_whatever_says_how_much_is_an_amount(slots: dict[str, object]) -> None:
    assert says_amount(Profile.model_validate({"task": "fine_tuning", **slots}))


def test_the_work_and_the_machines_alone_are_none() -> None:
    assert not says_amount(Profile(task="fine_tuning", parameters=8e9, method="lora", candidates=("h100",)))


def test_a_billion_tokens_cost_the_hours_they_take_at_the_price_of_the_machines(advisor: Advisor) -> None:
    """One machine at its price an hour: dollars a unit are hours a unit times that."""
    costs = {cost.option.id: cost for cost in unit_costs(unit_case(question(advisor, LORA)))}
    cost = costs["p4d.24xlarge:on_demand"]
    assert cost.unit == "tokens" and cost.hours is not None
    assert cost.usd_per_hour == pytest.approx(21.957642)
    assert cost.usd == pytest.approx(cost.hours * 21.957642)


def test_another_amount_changes_no_unit(advisor: Advisor) -> None:
    """Whatever is said of the tokens of a run and of how many runs: the price of a unit is the same."""
    few, many = (
        {cost.option.id: cost.usd for cost in unit_costs(unit_case(question(advisor, f"{LORA}{more}")))}
        for more in ("", ", 5B tokens, 40 runs")
    )
    same = {name for name in few.keys() & many.keys() if name.endswith(":on_demand")}
    assert same and all(few[name] == pytest.approx(many[name]) for name in same)


def test_in_serving_a_unit_is_a_million_tokens_of_a_busy_machine(advisor: Advisor) -> None:
    """$/h over the tokens of an hour: tokens/s x the busy share x 3600."""
    costs = {cost.option.id: cost for cost in unit_costs(unit_case(question(advisor, "serve Llama 3.1 8B on AWS")))}
    cost = costs["g6e.xlarge:on_demand"]
    serving = cost.option.serving
    assert serving is not None and cost.unit == "served" and cost.hours is None
    each_hour = serving.tokens_per_second * cost.option.count * serving.utilization * 3600
    assert cost.usd == pytest.approx(cost.usd_per_hour / each_hour * 1e6)


def test_the_sensible_machine_is_the_least_an_hour_among_those_that_cost_little_more_a_unit(advisor: Advisor) -> None:
    asked = question(advisor, LORA)
    plain = [cost for cost in unit_costs(unit_case(asked)) if cost.option.purchase == "on_demand"]
    plain = [cost for cost in plain if cost.option.may_lead and cost.option.family == "gpu"]
    lead = sensible(plain, asked)
    cheapest = min(cost.choice_usd for cost in plain)
    assert lead is not None and lead.usd <= 1.5 * cheapest
    assert not any(cost.usd_per_hour < lead.usd_per_hour and cost.usd <= 1.5 * cheapest for cost in plain)


def test_a_usual_run_ends_on_it_within_two_weeks(advisor: Advisor) -> None:
    """20 tokens a parameter are 20B for a 1B model: 20 units, in at most 14 x 24 = 336 h."""
    asked = question(advisor, "pretraining of a 1B transformer on AWS")
    assert usual_units(asked) == pytest.approx(20)
    lead = sensible([c for c in unit_costs(unit_case(asked)) if c.option.purchase == "on_demand"], asked)
    assert lead is not None and lead.hours is not None and lead.hours * 20 <= 336


def test_amounts_that_are_not_used_are_not_shown_as_assumed(advisor: Advisor) -> None:
    asked: Question = question(advisor, LORA)
    shown = {entry.slot for entry in without_amounts(asked.filled).assumptions}
    assert "tokens" in {entry.slot for entry in asked.filled.assumptions}
    assert shown.isdisjoint({"tokens", "runs", "cadence", "runs_per_month"})


def test_a_machine_to_serve_on_answers_several_at_once_at_a_sensible_price_a_token(advisor: Advisor) -> None:
    """Not 4 x L4 for a Mixtral, whose tokens cost tens of times the least."""
    asked = question(advisor, "which machine for serving Mixtral 8x7B on AWS?")
    plain = [c for c in unit_costs(unit_case(asked)) if c.option.purchase == "on_demand" and c.option.may_lead]
    lead = sensible(plain, asked)
    assert lead is not None and lead.requests >= 4
    assert lead.usd <= 5 * min(cost.choice_usd for cost in plain)
