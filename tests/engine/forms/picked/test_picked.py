"""Which to take: of those that hold the work, by the dollars of the same work, or by what the cards cost."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.picked.picked_reasons import (
    PickedAlone,
    PickedBox,
    PickedByPrice,
    PickedByRate,
    PickedByRent,
    PickedRent,
)
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


def test_at_rates_that_were_said_the_dearer_has_to_be_as_many_times_as_fast(advisor: Advisor) -> None:
    """1.19 over 0.86 is 1.38; 312 over 362.1 TFLOP/s is 0.86: the same work costs 1.6 times as much."""
    first = advisor.ask(
        "L40S at $0.86/h or A100 80GB at $1.19/h for QLoRA of 32B, which would you take"
    ).facts.headline
    assert isinstance(first, PickedByRate)
    assert (first.take, first.sure) == ("NVIDIA L40S", True)
    assert first.over == pytest.approx(1.19 / 0.86)
    assert first.costs[0] == pytest.approx(1.6, abs=0.05)


def test_serving_is_bound_by_bandwidth(advisor: Advisor) -> None:
    first = advisor.ask(
        "MI300X at 2.10/h or H100 SXM at 2.60/h to serve Llama 3.1 70B in fp8, pick one"
    ).facts.headline
    assert isinstance(first, PickedByRate)
    assert (first.take, first.bound) == ("AMD Instinct MI300X", "bandwidth")


@pytest.mark.parametrize(
    ("text", "take", "kind"),
    [
        ("buy 2x RTX 5090 or a DGX Spark for gpt-oss-120b at home?", "NVIDIA GB10 (DGX Spark)", PickedAlone),
        ("we want to purchase: RTX 4090 vs RTX 5090, work is 7B LoRA", "NVIDIA RTX 4090", PickedByPrice),
        ("4 x A6000 used at 3500 each or one RTX PRO 6000 at 8500, for a 70B QLoRA", "RTX PRO 6000", PickedByPrice),
        ("On-Prem, 70B LoRA: lieber 8x RTX PRO 6000 oder 8x H100?", "8 x NVIDIA RTX PRO 6000", PickedByPrice),
        ("Server on premises: Llama 3.3 70B. 4x L40S or 2x H200?", "4 x NVIDIA L40S", PickedByRent),
        ("buy a DGX Spark for each of 4 engineers or rent L4s? QLoRA on 8B", "NVIDIA L4", PickedRent),
        ("which box would you buy for a 30B coder? budget $15k", "NVIDIA RTX PRO 6000", PickedBox),
    ],
)
def test_one_is_named_first(text: str, take: str, kind: type, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, kind), first
    assert take in first.values["take"]


def test_a_bought_box_pays_after_so_many_hours(advisor: Advisor) -> None:
    """4,699 dollars over the hour of an L4."""
    first = advisor.ask("buy a DGX Spark for each of 4 engineers or rent L4s? QLoRA on 8B").facts.headline
    assert isinstance(first, PickedRent)
    assert first.hours == pytest.approx(4699 / first.hour)


@pytest.mark.parametrize(
    "text",
    [
        "Is A100 or H100 better for training Llama 8B?",
        "does 8B fit on an L4 or do I need an A100?",
        "how long does a LoRA of 8B take on an H100 at $2/h?",
    ],
)
def test_other_questions_keep_their_answers(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is None or not first.code.startswith("picked")
