"""Why one cloud takes more than another for the same chips."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.charged.sellers_apart import SellersApart


def test_both_prices_and_which_of_them_moved(advisor: Advisor) -> None:
    answer = advisor.ask("why on earth is azure ND H100 v5 98 bucks an hour when amazon wants 55 for the same 8 gpus")
    told = answer.facts.headline
    assert isinstance(told, SellersApart) and card_text(answer)
    assert (told.dear.usd, told.cheap.usd, told.fell) == (98.32, 55.04, "cheap")
    assert told.share == pytest.approx(0.7863, rel=1e-3) and (told.was, told.until) == (98.32, "2025-04-28")


def test_figures_of_one_chip_are_compared_by_the_chip(advisor: Advisor) -> None:
    told = advisor.ask("why does google take 11 for an h100 hour when aws is 6.88").facts.headline
    assert isinstance(told, SellersApart) and told.by_chip and told.share == pytest.approx(0.6077, rel=1e-3)


@pytest.mark.parametrize(
    "text",
    ["why is azure 40 an hour when aws wants 12 for 8 H100?", "Azure 98 or AWS 55 for 8 H100, which one?"],
)
def test_other_figures_and_no_why_are_left_alone(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.facts is None or not isinstance(answer.facts.headline, SellersApart)
