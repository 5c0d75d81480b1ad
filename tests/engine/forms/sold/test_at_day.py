"""The price of a day that is past."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.answers.prices import FirstLater
from engine.forms.sold.moved import PriceMoved
from engine.forms.sold.price_reasons import CheapestChip
from knowledge.facts import Facts


@pytest.mark.parametrize(
    "text",
    [
        "What did p5.48xlarge cost in January 2025?",
        "price of p5.48xlarge on 2025-01-31",
        "How much was p5.48xlarge on demand at the end of January 2025?",
        "on demand price of p5.48xlarge in January 2025 in us-east-1",
    ],
)
def test_a_past_price_is_the_one_of_that_day(text: str, advisor: Advisor) -> None:
    """98.32 USD an hour from 2023-07-31 until the cut of June 2025."""
    answer = advisor.ask(text)
    assert answer.as_of == date(2025, 1, 31) and answer.reading.unread == ()
    assert [row.quote.seen.likely for row in answer.facts.prices[:1] if row.quote] == [pytest.approx(98.32)]


@pytest.mark.parametrize(
    ("text", "day", "usd"),
    [
        ("p5.48xlarge price a year ago", date(2025, 11, 21), 55.04),
        ("what did p5.48xlarge cost two years ago", date(2024, 11, 21), 98.32),
        ("p5.48xlarge price 20 months ago", date(2025, 3, 31), 98.32),
        ("how much was p4d.24xlarge in 2023", date(2023, 12, 31), 32.7726),
        ("p4d.24xlarge price last year", date(2025, 12, 31), 21.957642),
        ("price of p4d.24xlarge at the beginning of 2025", date(2025, 1, 1), 32.7726),
    ],
)
def test_days_are_named_in_many_ways(text: str, day: date, usd: float, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.as_of == day and answer.reading.unread == ()
    assert [row.quote.seen.likely for row in answer.facts.prices[:1] if row.quote] == [pytest.approx(usd)]


@pytest.mark.parametrize(
    "text",
    ["what did p5 cost in January 2025", "price of a p5 in January 2025", "p5 on demand price, January 2025"],
)
def test_a_line_is_the_type_that_was_sold_then_at_the_price_that_held(text: str, advisor: Advisor) -> None:
    """p5.4xlarge is not held before August 2025. 98.32 was seen in July 2023 and April 2025: so it held between."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CheapestChip)
    assert (first.instance, first.purchase, first.usd) == ("p5.48xlarge", "on_demand", 98.32)
    assert (first.on_day, first.next_on, first.usd_chip) == ("2025-01-31", "2025-04-28", pytest.approx(12.29))


def test_what_moved_within_the_year_that_is_asked_about_is_told(advisor: Advisor) -> None:
    told = advisor.ask("p4d.24xlarge price in 2025").facts.sentences
    fell = next(one for one in told if isinstance(one, PriceMoved))
    assert (fell.before, fell.before_last, fell.after_first) == (32.7726, "2025-04-28", "2025-06-23")


def test_before_the_first_price_that_one_is_told(advisor: Advisor) -> None:
    told = advisor.ask("price of p4d.24xlarge in June 2021").facts.sentences
    assert [(one.day, one.usd) for one in told if isinstance(one, FirstLater)] == [("2022-06-22", 32.7726)]


def test_what_was_seen_after_today_confirms_nothing(facts: Facts) -> None:
    first = Advisor(facts, date(2025, 2, 28)).ask("what did p5 cost in January 2025").facts.headline
    assert isinstance(first, CheapestChip) and first.next_on is None


def test_a_month_to_come_and_work_that_was_done_are_no_past_price(advisor: Advisor) -> None:
    for text in (
        "price of p5.48xlarge in December 2030",
        "LoRA of Llama 3.1 8B in January 2025 took 20 h, now?",
        "we bought a p4d last year, price of p5.48xlarge?",
    ):
        assert advisor.ask(text).as_of == advisor.today()


@pytest.mark.parametrize("text", ["what did p5.48xlarge cost in January?", "how much was p5.48xlarge in January?"])
def test_a_month_alone_is_the_latest_one_and_no_place(text: str, advisor: Advisor) -> None:
    """On demand 55.04 since 2025-06-23, by Capacity Block 31.464 on 2026-01-31."""
    answer = advisor.ask(text)
    assert answer.as_of == date(2026, 1, 31) and answer.reading.unread == ()
    usd = {row.purchase: row.quote.seen.likely for row in answer.facts.prices if row.quote}
    assert (usd["on_demand"], usd["capacity_block"]) == (55.04, 31.464)


@pytest.mark.parametrize(
    "text", ["price of p5 in January", "how much is p5 in January?", "p5 price in January", "price for p5 in Jan"]
)
def test_a_price_of_a_month_alone_is_one_of_the_past(text: str, advisor: Advisor) -> None:
    """None of a month to come is known."""
    answer = advisor.ask(text)
    assert answer.as_of == date(2026, 1, 31)
    assert answer.facts.headline.values["usd"] == 6.88


@pytest.mark.parametrize(
    "text",
    ["what will p5 cost in January?", "price of p5 in January next year", "price of H100, we start in January"],
)
def test_a_price_of_a_month_to_come_is_todays_and_the_month_no_place(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.as_of == advisor.today() and answer.facts.headline.code == "chip_hour"


@pytest.mark.parametrize(
    "text",
    [
        "what did p5 cost in January and what does it cost now?",
        "how much was p5.48xlarge in January and how much is it now?",
        "what does p5 cost now and what did it cost in January?",
        "p5.48xlarge price today and in January 2026",
        "p5 price in January vs now",
    ],
)
def test_a_month_and_today_are_both_told(text: str, advisor: Advisor) -> None:
    """On demand 55.04 on both days; by Capacity Block 31.464 on 2026-01-31 and 47.76 on 2026-10-07."""
    answer = advisor.ask(text)
    assert answer.as_of == advisor.today()
    stood, moved = answer.facts.headline, answer.facts.sentences[0]
    assert (stood.code, stood.values["usd"], stood.values["since"]) == ("price_stood", 55.04, "2026-01-01")
    assert (moved.code, moved.values["before"], moved.values["after"]) == ("price_moved", 31.464, 47.76)


def test_what_it_costs_today_is_no_question_of_its_own_beside_a_day_of_the_past(advisor: Advisor) -> None:
    """32.77 USD until 2025-04-28, 21.96 since."""
    told = advisor.ask("what was the price of p4d in March 2025 and what is it today").facts.headline
    assert (told.code, round(told.values["before"], 2), round(told.values["after"], 2)) == (
        "price_moved", 32.77, 21.96,
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "how much did an H100 on AWS cost in January 2026?",
        "H100 price on AWS in January 2026",
        "what did p5 cost in January?",
    ],
)
def test_nothing_of_a_day_that_is_past_was_seen_today(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    said = card_text(answer)
    assert ", today" not in said and "days ago" not in said and said.count("On 2026-01-31:") == 1
