"""What named machines come to over a time that is told, whatever the words."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.answers.cloud_prices import CloudHours
from engine.forms.billed.billed_reasons import AgainstPaid, Billed
from engine.forms.sold.span import SpanCost


def first_line(text: str, advisor: Advisor) -> str:
    return " ".join(card_text(advisor.ask(text)).split())


@pytest.mark.parametrize(
    ("text", "usd", "machine", "region"),
    [
        ("p6-b300.48xlarge monthly", 730 * 142.416, "p6-b300.48xlarge", "us-east-1"),
        ("what do 3 p5 cost for a week?", 3 * 168 * 55.04, "p5.48xlarge", "us-east-1"),  # the line is one machine
        (
            "what's 3 months of 2 p5en.48xlarge on demand in Tokyo",
            2 * 2190 * 79.12,
            "p5en.48xlarge",
            "ap-northeast-1",
        ),
        ("a Capacity Block of p5 for 7 days, 2 machines: cost?", 336 * 47.76, "p5.48xlarge", "us-east-1"),
        ("combien coûte par mois une p5.48xlarge à Londres ?", 730 * 71.552, "p5.48xlarge", "eu-west-2"),
        ("g5.xlarge em São Paulo, 200 horas por mês: quanto dá?", 200 * 1.71, "g5.xlarge", "sa-east-1"),
        ("6 p4d for 10 days of 9 hours a day, what does it cost?", 540 * 21.958, "p4d.24xlarge", "us-east-1"),
        ("v5p-256 3-year commitment, total owed", 26280 * 241.92, "v5p-256", "us-east5"),
    ],
)
def test_machines_times_hours_times_price(text: str, usd: float, machine: str, region: str, advisor: Advisor) -> None:
    facts = advisor.ask(text).facts
    told = facts.headline or facts.sentences[0]
    assert isinstance(told, SpanCost)
    assert (told.instance, told.region) == (machine, region) and told.usd == pytest.approx(usd, rel=0.001)


def test_a_place_without_a_price_is_said_with_the_nearest(advisor: Advisor) -> None:
    assert "No price of g6e.xlarge is held in eu-west-1" in first_line("3 g6e.xlarge al mes en Irlanda", advisor)


def test_each_way_with_its_number_is_one_sum(advisor: Advisor) -> None:
    """3 x 730 x 55.04 + 2 x 730 x 14.0818."""
    told = advisor.ask("3 p5.48xlarge on demand and 2 on spot, us-east-2: monthly total").facts.headline
    assert isinstance(told, Billed) and told.kind == "sum" and told.usd == pytest.approx(141_097, abs=5)


def test_sides_are_multiplied_by_their_numbers(advisor: Advisor) -> None:
    """8 x 1.861 = 14.89 against 30.13."""
    told = advisor.ask("what is cheaper per hour: 8 x g6e.xlarge or 1 x g6e.48xlarge?").facts.headline
    assert isinstance(told, Billed) and [one.count for one in told.lines] == [8, 1]
    assert told.lines[0].usd == pytest.approx(14.888, abs=0.01)


def test_a_term_is_paid_for_hours_that_are_not_used(advisor: Advisor) -> None:
    """12 h a day: 365 x 21.50 = 7,848 on demand, 730 x 13.23 = 9,657 with the reservation."""
    text = "trn1.32xlarge 12 hours a day: 1 year reservation or on demand?"
    assert first_line(text, advisor).startswith("No: at 50% of the hours")


@pytest.mark.parametrize(
    "text",
    [
        "How far ahead do I have to book a capacity block for 4 p5 nodes for 10 days in mid january?",
        "p4d.24xlarge price over the last 2 years",
    ],
)
def test_another_question_is_no_bill(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, SpanCost | Billed)


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("what do 3 g5.xlarge and one p4d cost together per day in ohio", 24 * (3 * 1.006 + 21.957642)),
        ("8 H200 on nebius for 3 weeks, weekdays only 12h a day", 36.0 * 180),  # 8 x 4.50 an hour
        (
            "we need 16 H100s (p5.48xlarge) for the week of jan 11 as capacity blocks, whats the bill",
            2 * 168 * 47.76,
        ),
    ],
)
def test_machines_of_several_kinds_and_of_a_named_seller_are_summed(text: str, usd: float, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert told is not None and told.values["usd"] == pytest.approx(usd, rel=0.005)


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        (
            "1000 H100 gpu-hours: what would that be on AWS, GCP and Azure (on demand, US)",
            {"aws": 6_880, "azure": 6_980, "gcp": 11_061.25},
        ),
        ("2,000 hours of L4, on demand, GCP or AWS?", {"gcp": 1_413.66, "aws": 1_609.6}),
        # 168 h of two: AWS sells one in a p5.4xlarge and none by two, Azure two; Google two on spot alone
        ("what does 2 H100 for a week cost on each cloud", {"aws": 2 * 168 * 6.88, "azure": 168 * 13.96}),
    ],
)
def test_hours_of_a_chip_are_summed_on_each_cloud_that_is_named(
    text: str, usd: dict[str, float], advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, CloudHours)
    assert dict(zip(told.clouds, told.usd, strict=True)) == pytest.approx(usd, rel=0.001)


def test_a_seller_beside_a_type_is_the_other_side(advisor: Advisor) -> None:
    """730 x 8.72 against 730 x 30.13."""
    told = advisor.ask("8x L40S for a month: runpod or g6e.48xlarge?").facts.headline
    assert isinstance(told, Billed) and [line.cloud for line in told.lines] == ["runpod", "aws"]
    assert told.lines[0].usd == pytest.approx(6_366, abs=5)


def test_a_seller_without_a_price_is_named_as_left_out(advisor: Advisor) -> None:
    assert "no price for Vast.ai" in first_line("8x L40S for a month: vast.ai or g6e.48xlarge?", advisor)


def test_a_bill_in_a_sentence_of_its_own_is_what_is_paid_now(advisor: Advisor) -> None:
    """730 h x 13.921 = 10,162 USD."""
    facts = advisor.ask(
        "We run one p4d.24xlarge in Virginia. It's $16k/mo. What would 1 year reserved be per month?"
    ).facts
    assert isinstance(facts.headline, SpanCost) and round(facts.headline.usd) == 10162
    paid = next(one for one in facts.sentences if isinstance(one, AgainstPaid))
    assert round(paid.less) == 16000 - 10162
