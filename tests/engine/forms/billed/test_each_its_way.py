"""Two machines, each bought in its own way."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.billed.each_its_way import EachItsWay


def told(text: str, advisor: Advisor) -> EachItsWay:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, EachItsWay), first
    return first


def test_a_larger_machine_on_spot_is_set_against_a_smaller_on_demand(advisor: Advisor) -> None:
    """g5.48xlarge in us-east-2 on spot 5.2441, g5.12xlarge on demand 5.672: 0.4279 less, 7.5%."""
    first = told("g5.48xlarge on spot vs g5.12xlarge on demand", advisor)
    assert (round(first.first_usd, 4), round(first.other_usd, 3)) == (5.2441, 5.672)
    assert first.less and round(first.gap, 4) == 0.4279 and round(first.share, 3) == 0.075


def test_the_cloud_that_is_named_on_one_side_is_of_that_side(advisor: Advisor) -> None:
    """p4d on spot from 5.164 an hour, NC40ads_H100_v5 6.98."""
    first = told("Is p4d spot for 8 GPUs cheaper than a single H100 on demand on Azure?", advisor)
    assert (first.first.instance, first.other.instance) == ("p4d.24xlarge", "Standard_NC40ads_H100_v5")
    assert (first.first.purchase, first.other.purchase) == ("spot", "on_demand")
    assert (first.first_chips, first.other_chips) == (8, 1)


def test_of_a_side_without_a_way_the_price_on_demand_is_taken(advisor: Advisor) -> None:
    """NC96ads_A100_v4 holds four: 14.692 an hour."""
    first = told("which is cheaper by the hour, 4x A100 80GB on Azure or 8x A100 40GB on AWS spot", advisor)
    assert first.first.instance == "Standard_NC96ads_A100_v4" and first.first.purchase == "on_demand"
    assert round(first.first_usd, 2) == 14.69 and not first.less


def test_a_time_that_is_told_is_summed(advisor: Advisor) -> None:
    """200 h x 21.50."""
    first = told("Which costs less for 200 hours: p4d spot or trn1.32xlarge on demand?", advisor)
    assert first.other_sum == pytest.approx(4300)


@pytest.mark.parametrize(
    "text",
    [
        "p4d on spot vs p4de on spot",
        "p4d spot or p5 on demand to train a 70B for 2T tokens?",
        "is p4d on spot cheaper than on demand",
    ],
)
def test_one_way_one_machine_or_work_is_another_question(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, EachItsWay)
