"""Two chips against each other, and no amount of work."""

from __future__ import annotations

import re

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from engine.forms.per_unit.pair import (
    Elsewhere,
    OtherWay,
    PairBounds,
    PairCosts,
    PairUnmeasured,
    PairUnpriced,
    WhichModelAndBill,
    bounds,
    chip_hour,
    pair,
    speed_ratio,
)
from engine.forms.per_unit.rates import unit_case, unit_costs
from engine.forms.per_unit.sides import like_for_like, two_sides
from tests.engine.forms.per_unit.questions import question

MOVE = "We're thinking about moving our training from A100 to Trainium2. Is it worth it?"
WORTH = [
    MOVE,
    "Is it worth switching from H100 to H200 for inference?",
    "Which is better for training, A100 or H100?",
    "We train on A100s. Should we switch to trn2?",
    "Does it make financial sense to port from A100 to Trainium2?",
    "Is Trainium2 really cheaper than H100 for training LLMs?",
    "L4 or A10G for serving an 8B, which one is the better deal?",
]


@pytest.mark.parametrize("text", WORTH)
def test_two_chips_without_an_amount_are_a_ratio_and_never_a_purchase(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, PairCosts) and answer.verdict is None
    shown = card_text(answer, full=True)
    assert not re.search("[0-9] runs|12 months:", shown)


def test_the_bill_is_the_port_over_what_is_saved_of_it(advisor: Advisor) -> None:
    """bill = port / (1 - cost ratio), and a twelfth of it a month."""
    told = advisor.ask(MOVE).facts.headline
    assert isinstance(told, PairCosts) and told.port_usd and told.bill_usd and told.bill_usd_per_month
    assert told.bill_usd == pytest.approx(told.port_usd.likely / (1 - told.cost.likely))
    assert told.bill_usd_per_month == pytest.approx(told.bill_usd / 12)
    assert told.cost.likely == pytest.approx(told.other_usd / told.base_usd / told.speed.likely)


def test_chip_hours_are_the_price_over_the_chips(advisor: Advisor) -> None:
    """p4d.24xlarge by block 13.568 / 8 = 1.696, trn2.48xlarge 35.7608 / 16 = 2.235."""
    told = advisor.ask(MOVE).facts.headline
    assert isinstance(told, PairCosts)
    assert (told.base_usd, told.other_usd) == pytest.approx((1.696, 2.235), abs=0.001)


def test_who_pays_on_demand_is_told_another_bill(advisor: Advisor) -> None:
    told = advisor.ask(MOVE).facts
    other = next(line for line in told.sentences if isinstance(line, OtherWay))
    assert isinstance(told.headline, PairCosts) and told.headline.bill_usd and other.bill_usd
    assert other.base_usd == pytest.approx(21.957642 / 8) and other.bill_usd < told.headline.bill_usd


def test_the_size_it_was_worked_out_for_is_told_where_it_was_not_said(advisor: Advisor) -> None:
    for text, said in ((MOVE, False), ("A100 or Trainium2 for training our 70B?", True)):
        told = advisor.ask(text).facts
        assert isinstance(told.headline, PairCosts)
        assert (told.headline.parameters is None) is said
        assert WhichModelAndBill(knows_model=said) in told.questions


def test_gpus_take_no_port(advisor: Advisor) -> None:
    told = advisor.ask("Which is better for training, A100 or H100?").facts.headline
    assert isinstance(told, PairCosts) and told.port_usd is None and told.bill_usd is None


def test_a_chip_without_a_price_is_told_by_its_data_sheet_beside_the_price_of_the_other(advisor: Advisor) -> None:
    """GB300 8,000 GB/s over H200 4,800 is 1.67; at that ratio of the H200's chip-hour answers cost the same."""
    told = pair(question(advisor, "Is GB300 better than H200 for serving DeepSeek-R1?"))
    assert told is not None
    assert isinstance(told.headline, PairUnpriced) and told.headline.usd and told.headline.worth_usd
    assert told.headline.bandwidth == pytest.approx(8000 / 4800)
    assert told.headline.worth_usd == pytest.approx(told.headline.usd * 8000 / 4800)


def test_a_unit_costs_the_price_of_a_chip_hour_over_the_speed(advisor: Advisor) -> None:
    asked = question(advisor, "A100 or H100 for training an 8B?")
    found = two_sides(asked, unit_costs(unit_case(asked)))
    both = like_for_like(*found) if found else None
    assert both is not None and found is not None
    ratio = speed_ratio(*both).likely
    assert both[1].usd / both[0].usd == pytest.approx(chip_hour(both[1]) / chip_hour(both[0]) / ratio)
    assert isinstance(bounds(*found), PairBounds)


def test_the_lean_of_a_rule_stays(advisor: Advisor) -> None:
    told = answer_json(advisor.ask("Half of our model is bespoke CUDA we wrote ourselves. Trainium2 or A100 for it?"))
    assert told["verdict"]["lean"] == told["verdict"]["rule_lean"] == "gpu"


def test_three_chips_are_no_pair(advisor: Advisor) -> None:
    assert pair(question(advisor, "A100, H100 or H200 for 70B?")) is None


def test_both_are_of_one_cloud_and_where_one_is_less_elsewhere_is_said(advisor: Advisor) -> None:
    """MI300X is sold on Azure: H100 there is NC40ads at $6.98, and p5.4xlarge 6.88. With a model that leaves room for
    as many requests on both, the lower price of an hour is that of an answer, too."""
    told = advisor.ask("Is MI300X cheaper than H100 for inference of Llama 8B?").facts
    assert isinstance(told.headline, PairCosts)
    assert told.headline.base_usd == pytest.approx(6.98, abs=0.005)
    found = [line for line in told.sentences if isinstance(line, Elsewhere)]
    assert [(line.cloud, line.word) for line in found] == [("aws", "h100")]
    assert found[0].usd == pytest.approx(6.88, abs=0.005)


def test_work_whose_speed_nobody_published_has_no_dollars(advisor: Advisor) -> None:
    answer = advisor.ask("Can we save money by moving Stable Diffusion inference from g5 to inf2?")
    assert isinstance(answer.facts.headline, PairUnmeasured) and answer.verdict is None
    assert "1M" not in card_text(answer)


def test_what_is_deployed_is_served(advisor: Advisor) -> None:
    told = advisor.ask("Looking to deploy an embeddings model (bge-large), T4 or L4?").facts.headline
    assert isinstance(told, PairCosts) and told.serving
