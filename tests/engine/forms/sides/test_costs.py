"""The same work on each side exactly as it was named, and what one saves against the other."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.forms.sides.costs import SidesCost


def told(advisor: Advisor, text: str) -> SidesCost:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, SidesCost)
    return first


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("compare TPU v5p-128 with 64 H100 for pretraining a 30B on 1T tokens", {64}),  # v5p-128 has 64 chips
        ("v5e-256 vs 32 H100 for a 7B on 1T tokens", {256, 32}),
        ("v6e-64 against 4 p5 for pretraining a 7B on 1T tokens", {64, 32}),  # a p5.48xlarge has 8
        ("64 H100 vs 128 A100 for pretraining 13B on 500B tokens", {64, 128}),
        ("8 H100 or 16 A100: which finishes a 7B on 100B tokens sooner and for how much?", {8, 16}),
        ("64 H100 gegen 128 A100 für 13B auf 500B Tokens, was ist billiger?", {64, 128}),
    ],
)
def test_each_side_is_costed_with_the_number_that_was_said_of_it(
    advisor: Advisor, text: str, chips: set[int]
) -> None:
    sum_ = told(advisor, text)
    assert {side.chips for side in sum_.sides} == chips and not sum_.missing
    assert [side.usd.likely for side in sum_.sides] == sorted(side.usd.likely for side in sum_.sides)
    assert sum_.saved == pytest.approx(sum_.sides[-1].usd.likely - sum_.sides[0].usd.likely)
    assert sum_.sooner == pytest.approx(abs(sum_.sides[0].hours.likely - sum_.sides[-1].hours.likely))


def test_a_side_costs_what_it_costs_alone(advisor: Advisor) -> None:
    both = told(advisor, "compare TPU v5p-128 with 64 H100 for pretraining a 30B on 1T tokens")
    alone = advisor.ask("How long does pretraining a 30B on 1T tokens take on 64 H100?").facts.headline
    (h100,) = (side for side in both.sides if "H100" in side.chip)
    assert isinstance(alone, RunEstimate)
    assert (h100.hours.likely, h100.usd.likely) == pytest.approx((alone.hours.likely, alone.usd.likely))


def test_what_is_saved_comes_first_with_both_sums(advisor: Advisor) -> None:
    answer = advisor.ask("how much would we save with trn1 instead of p4d for BERT large pretraining?")
    sum_ = answer.facts.headline
    assert isinstance(sum_, SidesCost) and sum_.saves
    assert {side.instance for side in sum_.sides} == {"p4d.24xlarge", "trn1.32xlarge"}
    assert sum_.asked_first is (sum_.sides[0].instance == "trn1.32xlarge")
    assert sum_.port_usd > 0 or not sum_.asked_first  # Neuron is a port, CUDA is none


def test_without_an_amount_it_is_told_for_a_unit(advisor: Advisor) -> None:
    sum_ = told(advisor, "what do we save moving the weekly 13B fine-tune from p4d to trn1?")
    assert sum_.unit == 1e9 and {side.instance for side in sum_.sides} == {"p4d.24xlarge", "trn1.32xlarge"}


@pytest.mark.parametrize(
    "text",
    [
        "savings if we use spot instead of on demand for this 7B pretraining",
        "how much do I save on spot against on demand for LoRA of Llama 8B on 200M tokens on p4d?",
    ],
)
def test_two_ways_to_buy_are_of_the_same_machines(advisor: Advisor, text: str) -> None:
    sum_ = told(advisor, text)
    assert [side.purchase for side in sum_.sides] == ["spot", "on_demand"]
    assert len({(side.instance, side.machines) for side in sum_.sides}) == 1 and sum_.saved > 0


@pytest.mark.parametrize(
    "text", ["H100 vs A100", "which is better for a 7B, H100 or A100?", "what is a Compute Savings Plan for p5?"]
)
def test_nothing_is_set_side_by_side_without_numbers_and_work(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, SidesCost)


def test_the_first_line_says_what_is_saved(advisor: Advisor) -> None:
    card = card_text(advisor.ask("how much cheaper is 16 trn2 than 16 p5 for 70B on 1T tokens?"))
    assert "16 x trn2.48xlarge" in card.split("\n")[0]


def test_days_of_a_detector_are_told_of_the_chips_that_were_said(advisor: Advisor) -> None:
    """100 x 1.2M images x 3 x 784 GFLOP = 2.8e20 FLOP on both sides; one H200 is an eighth of a machine."""
    told = advisor.ask(
        "YOLO11x, 1.2 million images at 1280, 100 epochs, 4x L40S. How many days? And would a single H200 beat that?"
    ).facts.headline
    assert isinstance(told, SidesCost) and told.of_time
    by_chip = {side.chip: side for side in told.sides}
    assert by_chip["NVIDIA H200 SXM"].part == 1 and by_chip["NVIDIA L40S"].part == 0
    assert 9 * 24 < by_chip["NVIDIA L40S"].hours.likely < 24 * 24
    assert [side.hours.likely for side in told.sides] == sorted(side.hours.likely for side in told.sides)


@pytest.mark.parametrize(
    ("text", "machines"),
    [
        (
            "How much would finetuning llama 3 70B with QLoRA on 100M tokens cost on g5.48xlarge vs p4d vs "
            "trn1.32xlarge",
            ["g5.48xlarge", "p4d.24xlarge", "trn1.32xlarge"],
        ),
        (
            "Mistral 7B full fine tune, 200M tokens: trn1.32xlarge or p4d, which is faster and which costs less?",
            ["p4d.24xlarge", "trn1.32xlarge"],
        ),
    ],
)
def test_each_machine_that_is_named_is_a_side_where_three_are_or_speed_and_cost_are_asked(
    advisor: Advisor, text: str, machines: list[str]
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SidesCost) and sorted(side.instance for side in told.sides) == machines
