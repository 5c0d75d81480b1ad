"""Spot or on demand, by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.faqs.spot_sum import SpotOrNot


def told(advisor: Advisor, text: str) -> SpotOrNot:
    found = advisor.ask(text).facts.headline
    assert isinstance(found, SpotOrNot), text
    return found


@pytest.mark.parametrize(
    "text",
    ["spot or on-demand for a 3 day training run on p4d?", "3 day training, p4d, on-demand vs spot"],
)
def test_hours_that_were_said_are_summed_both_ways(advisor: Advisor, text: str) -> None:
    """72 h x $21.96 = $1,581; on spot 72 h x rate x slowdown, and spot is dearer from 21.96 / rate times as long."""
    sum_ = told(advisor, text)
    assert (sum_.instance, sum_.hours, sum_.machines, sum_.serves) == ("p4d.24xlarge", 72.0, 1, False)
    assert sum_.on_demand_usd == pytest.approx(72 * 21.96, rel=1e-3)
    assert sum_.spot_usd == pytest.approx(72 * sum_.spot * (1 + sum_.longer))
    assert sum_.ends_at == pytest.approx(sum_.on_demand / sum_.spot)
    assert 0.0 < sum_.longer < 0.1, "interrupted once a day, 15 minutes to come back: a few percent"
    assert sum_.saves


def test_several_machines_are_interrupted_more_often(advisor: Advisor) -> None:
    one = told(advisor, "spot or on-demand for a 3 day training run on p4d.24xlarge?")
    four = told(advisor, "spot or on-demand for a 3 day training run on 4 p4d.24xlarge?")
    assert four.machines == 4 and four.longer > one.longer
    assert four.on_demand_usd == pytest.approx(4 * 72 * four.on_demand)


def test_what_must_stay_up_runs_on_demand(advisor: Advisor) -> None:
    assert told(advisor, "should we serve on spot g5 instances").serves


def test_without_hours_there_are_the_rates_alone(advisor: Advisor) -> None:
    sum_ = told(advisor, "is spot worth it for training on p5.48xlarge")
    assert sum_.hours is None and sum_.spot_usd is None and sum_.spot < sum_.on_demand


@pytest.mark.parametrize(("chip", "machine"), [("L40S", "g6e.xlarge"), ("L4", "g2-standard-4")])
@pytest.mark.parametrize("text", ["{} spot vs on demand", "spot or on demand for {}?", "on demand vs spot for an {}"])
def test_of_a_chip_the_cheapest_machine_on_spot_is_told(chip: str, machine: str, text: str, advisor: Advisor) -> None:
    told = advisor.ask(text.format(chip)).facts.headline
    assert isinstance(told, SpotOrNot)
    assert (told.instance, told.machines) == (machine, 1) and told.spot < told.on_demand
