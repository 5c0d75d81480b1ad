"""The price of a unit of a chip's figure: a chip-hour over its gigabytes or teraflops."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.charged.per_figure import PriceOfFigure


def test_a_gigabyte_costs_a_chip_hour_over_its_memory(advisor: Advisor) -> None:
    """6.00 / 192 = 0.031, 7.912 / 141 = 0.056, 6.88 / 80 = 0.086."""
    answer = advisor.ask("price per GB of HBM: H100 vs H200 vs MI300X")
    told = answer.facts.headline
    assert isinstance(told, PriceOfFigure) and card_text(answer)
    assert [round(one.usd, 3) for one in told.each] == [0.031, 0.056, 0.086]


def test_a_claimed_speed_is_no_price(advisor: Advisor) -> None:
    text = "Megatron-LM's table shows ~400 teraflops per H100 and ~40% MFU, is it computed with fp32?"
    assert not isinstance(advisor.ask(text).facts.headline, PriceOfFigure)


@pytest.mark.parametrize(
    ("text", "is_ratio"),
    [
        ("Preis pro GB: H100 oder H200?", True),
        ("precio por GB: A100 vs H100", True),
        ("cheapest per GB of VRAM", True),
        ("billigste Karte mit 48 GB VRAM auf AWS?", False),
        ("what does egress cost per GB on AWS?", False),
    ],
)
def test_a_ratio_is_asked_and_of_the_memory_of_cards(text: str, is_ratio: bool, advisor: Advisor) -> None:
    """Gigabytes that a card shall have are no ratio, and those that are sent or stored are none of a card."""
    assert isinstance(advisor.ask(text).facts.headline, PriceOfFigure) is is_ratio


def test_each_side_of_a_comparison_keeps_its_own_cloud_and_place(advisor: Advisor) -> None:
    """7.912 / 141 GiB in us-east-1 on AWS against 6.00 / 192 in eastus2 on Azure."""
    told = advisor.ask("$ per GiB per hour, H200 on p5en us-east-1 vs MI300X on azure eastus2").facts.headline
    assert isinstance(told, PriceOfFigure)
    assert [(one.one.region, one.one.cloud) for one in told.each] == [("eastus2", "azure"), ("us-east-1", "aws")]


@pytest.mark.parametrize(
    ("text", "first", "clouds"),
    [
        # 1.86102 / 44.7 = 0.0416, 1.006 / 22.35 = 0.0450 and 6.52 / 2 / 22.35 = 0.1459
        (
            "which gives me most vram per dollar: A10G, A10 (azure) or L40S?",
            "NVIDIA L40S",
            {"NVIDIA L40S": "aws", "NVIDIA A10G": "aws", "NVIDIA A10": "azure"},
        ),
        # 0.706832 / 22.35 = 0.0316
        (
            "best gb per dollar among a10g, l4 (google) and l40s",
            "NVIDIA L4",
            {"NVIDIA L4": "gcp", "NVIDIA A10G": "aws", "NVIDIA L40S": "aws"},
        ),
    ],
)
def test_a_cloud_in_brackets_is_of_the_chip_before_it(
    text: str, first: str, clouds: dict[str, str], advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PriceOfFigure), text
    assert told.each[0].chip == first
    assert {one.chip: one.one.cloud for one in told.each} == clouds
