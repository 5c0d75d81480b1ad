"""The price of a unit of a chip's figure: a chip-hour over its gigabytes or teraflops."""

from __future__ import annotations

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
