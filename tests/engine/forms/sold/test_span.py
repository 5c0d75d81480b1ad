"""A price question with a span gives the dollars of that span first."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.forms.price import PRICE
from engine.forms.sold.span import SpanCost, span_of, unit_of


def cost(text: str, advisor: Advisor) -> SpanCost:
    """What is said of the span."""
    answer = advisor.ask(text)
    assert answer.form is PRICE
    told = (answer.facts.headline, *answer.facts.sentences)
    return next(one for one in told if isinstance(one, SpanCost))


@pytest.mark.parametrize(
    ("text", "usd", "unit"),
    [
        ("how much does inf2.xlarge cost per month in Mumbai?", 0.9857 * 730, "month"),
        ("inf2.xlarge per month in Mumbai", 0.9857 * 730, "month"),
        ("how much does an H100 cost per month?", 6.88 * 730, "month"),
        ("H100 per month", 6.88 * 730, "month"),
        ("p4d.24xlarge price per year on demand", 21.957642 * 8760, "year"),
        ("p5.48xlarge per month on demand in Oregon", 55.04 * 730, "month"),
        ("L4 a day", 0.706832 * 24, "day"),
        ("how much does a p5.48xlarge cost per month reserved for one year", 55.04 * 730, "month"),
    ],
)
def test_a_month_has_730_hours_and_a_year_8760(text: str, usd: float, unit: str, advisor: Advisor) -> None:
    told = cost(text, advisor)
    assert told.usd == pytest.approx(usd, rel=1e-3) and told.unit == unit
    assert headline(advisor.ask(text)).find(f" a {unit}") > 0


def test_of_a_term_a_chip_its_machine_and_what_is_owed_are_told(advisor: Advisor) -> None:
    """43.16 USD an hour for eight, for three years."""
    told = cost("H100 for 3 years reserved on Azure, how much per year?", advisor)
    assert told.usd == pytest.approx(43.16 / 8 * 8760) and told.usd_machine == pytest.approx(43.16 * 8760)
    assert told.term_usd == pytest.approx(43.16 * 8760 * 3)


def test_so_many_machines_for_so_many_hours_are_a_sum_first(advisor: Advisor) -> None:
    told = cost("2 x p5.48xlarge for 24 hours by capacity block", advisor)
    assert told.usd == pytest.approx(2 * 24 * 47.76, rel=1e-3)
    assert headline(advisor.ask("2 x p5.48xlarge for 24 hours by capacity block")).startswith(
        "$2,292 for 24 h: 2 x p5"
    )
    assert cost("4 p4d.24xlarge for 100 hours", advisor).usd == pytest.approx(400 * 21.957642)
    by_line = cost("6 p4d for 10 days of 9 hours a day, what does it cost?", advisor)
    assert by_line.usd == pytest.approx(6 * 10 * 9 * 21.957642)


def test_what_is_owed_for_a_term_stands_beside_the_month(advisor: Advisor) -> None:
    """61.384 USD an hour for eight on Google Cloud, for a year."""
    told = cost("8 H100 for one month on GCP with 1 year CUD", advisor)
    assert told.usd == pytest.approx(61.384 * 730, rel=1e-4)
    assert told.term_usd == pytest.approx(61.384 * 8760, rel=1e-4)
    first = headline(advisor.ask("8 H100 for one month on GCP with 1 year CUD"))
    assert first.startswith("$44.8k a month: a3-highgpu-8g") and "owed in full, used or not: $538k" in first


def test_where_no_price_is_held_for_the_place_the_nearest_makes_the_sum(advisor: Advisor) -> None:
    told = cost("100 hours of g6.12xlarge in Ireland", advisor)
    assert told.place == "eu-west-1" and told.nearby and told.usd == pytest.approx(484.86, rel=1e-3)
    assert headline(advisor.ask("100 hours of g6.12xlarge in Ireland")).startswith(
        "No price of g6.12xlarge is held in eu"
    )


def test_nor_for_the_way_to_buy(advisor: Advisor) -> None:
    told = cost("3 g5.12xlarge spot for 2 weeks", advisor)
    assert (told.way, told.purchase, told.region) == ("spot", "on_demand", "us-east-1")
    assert told.usd == pytest.approx(3 * 336 * 5.672)
    first = headline(advisor.ask("3 g5.12xlarge spot for 2 weeks"))
    assert first.startswith("No price of g5.12xlarge on spot is held; on demand it is $5,717 for 336 h")


@pytest.mark.parametrize(
    "text",
    [
        "a month ago",
        "for a year reserved",
        "reserved for one year",
        "1 year CUD",
        "12 h a day",
        "within a month",
        "today",
    ],
)
def test_a_term_or_a_day_that_is_past_is_no_span(text: str) -> None:
    assert unit_of(text) is None


def test_of_work_and_of_runs_a_month_it_says_nothing(advisor: Advisor) -> None:
    assert advisor.ask("train llama 8B on 8 H100 for 100 hours").form is not PRICE
    assert span_of(advisor.ask("p5.48xlarge for 4 runs a month of 20 hours each").reading) is None


def test_hours_of_chips_are_priced_by_the_chip(advisor: Advisor) -> None:
    """14.082 USD an hour for eight on spot."""
    answer = advisor.ask("1000 H100 hours on AWS spot, total cost")
    told = answer.facts.headline
    assert isinstance(told, SpanCost) and told.usd == pytest.approx(1000 * 14.082 / 8, rel=1e-3)
    assert told.machine_hours == pytest.approx(125) and answer.reading.unread == ()
    assert headline(answer).startswith("$1,760 for 1,000 chip-hours: NVIDIA H100 SXM, 1,000 h at $1.76 a chip-hour")
    assert "runs 125 h for that" in headline(answer)


@pytest.mark.parametrize(
    "text",
    [
        "8 H100 for a month",
        "8 H100 for one month",
        "how much does it cost for one month of 8 H100",
        "what does a month of 8 H100 cost?",
        "what would 8 H100 cost for a month?",
        "how much does it cost to rent 8 H100 for one month",
        "how much is 8xH100 per month",
    ],
)
def test_a_month_is_the_same_sum_in_whatever_words(text: str, advisor: Advisor) -> None:
    assert cost(text, advisor).usd == pytest.approx(55.04 * 730)


@pytest.mark.parametrize(
    "text", ["trn2.48xlarge per month", "price of trn2.48xlarge per month", "how much is trn2.48xlarge a month?"]
)
def test_what_is_not_sold_by_the_hour_is_summed_as_it_is_sold(text: str, advisor: Advisor) -> None:
    """On demand 85.96 USD was seen in March 2025; the block is 35.76 USD."""
    told = cost(text, advisor)
    assert told.purchase == "capacity_block" and told.usd == pytest.approx(35.761 * 730, rel=1e-4)
    assert headline(advisor.ask(text)).startswith("trn2.48xlarge is not sold on demand; by Capacity Block")
    there = headline(advisor.ask(f"{text.rstrip('?')} in Tokyo"))
    assert "no price of it is held in ap-northeast-1; by Capacity Block, the cheapest near it, it is $26.1k" in there


@pytest.mark.parametrize(
    "text", ["price of 8 p5.48xlarge", "price of 64 H100s on p5.48xlarge", "hourly price of 8x p5.48xlarge on demand"]
)
def test_an_hour_of_several_machines_is_their_sum(text: str, advisor: Advisor) -> None:
    """8 x 55.04 USD."""
    told = cost(text, advisor)
    assert (told.machines, told.unit, told.usd) == (8, "hour", pytest.approx(440.32))
    assert "an hour: 8 x p5.48xlarge" in headline(advisor.ask(text)) and "$55.04 each" in headline(advisor.ask(text))
