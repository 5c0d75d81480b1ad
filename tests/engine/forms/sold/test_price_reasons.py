"""The reasons of a price carry where, when and how it was seen."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card.as_text import card_text
from engine.forms.sold.price_reasons import CheapestChip, ChipHour, InDollars
from knowledge.facts import Facts
from tests.day import DAY


def cells(answer: Answer, column: str) -> list[object]:
    assert answer.facts.table is not None
    place = answer.facts.table.columns.index(column)
    return [row.cells[place] for row in answer.facts.table.rows]


def test_the_usual_hour_of_a_chip_is_that_of_its_smallest_machine(advisor: Advisor) -> None:
    """6.88 USD: p5.4xlarge on demand in us-east-1."""
    told = advisor.ask("price of H100 per hour").facts.headline
    assert isinstance(told, ChipHour) and (told.instance, told.count) == ("p5.4xlarge", 1)
    assert told.usd_chip == pytest.approx(6.88) and told.machines == 1


@pytest.mark.parametrize("day", [DAY, date(2026, 10, 10), date(2026, 11, 28)])
@pytest.mark.parametrize(
    "text",
    [
        "price of TPU v5e and TPU v5p and H100",
        "prices of H100, TPU v5e and TPU v5p",
        "how much are TPU v5p, H100 and TPU v5e?",
    ],
)
def test_of_several_chips_the_price_of_each_is_told_and_has_a_row(text: str, day: date, facts: Facts) -> None:
    answer = Advisor(facts, day).ask(text)
    told = [answer.facts.headline, *answer.facts.sentences]
    usual = {one.chip: one.usd_chip for one in told if isinstance(one, ChipHour)}
    assert usual == pytest.approx({"TPU v5e": 1.2, "TPU v5p": 4.2, "NVIDIA H100 SXM": 6.88}, abs=0.01)
    assert {"v5e-1", "v5p-8", "p5.4xlarge"} <= set(cells(answer, "instance"))


@pytest.mark.parametrize(
    "text",
    ["how much is one H200 on Google Cloud?", "how much is an H200 on GCP?", "price of one H200 on Google Cloud"],
)
def test_how_much_one_is_on_a_cloud_asks_its_price(text: str, advisor: Advisor) -> None:
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, CheapestChip) and (headline.cloud, headline.usd_chip) == ("gcp", 4.65)


@pytest.mark.parametrize(
    "text", ["p4d.24xlarge price in euros in Frankfurt", "H100 price in EUR", "price of an L4 in GBP"]
)
def test_who_asks_for_another_currency_is_told_that_prices_are_in_dollars(text: str, advisor: Advisor) -> None:
    assert any(isinstance(one, InDollars) for one in advisor.ask(text).facts.sentences)
    assert "in US dollars" in card_text(advisor.ask(text), full=True)


@pytest.mark.parametrize(
    "text", ["P100 on google cloud price per hour", "how much is a P100 on GCP?", "Google Cloud P100 hourly price"]
)
def test_the_nearest_to_what_nobody_sells_is_of_the_cloud_that_was_said(text: str, advisor: Advisor) -> None:
    first = " ".join(card_text(advisor.ask(text)).split()).partition(" ago")[0]
    assert "on Google Cloud" in first and "AWS" not in first
    assert first.count("$") == 1, "one price of one thing"
