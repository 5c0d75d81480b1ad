"""A term that is named is answered with that very rate where it is held."""

from __future__ import annotations

import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.prices.market_cache import Markets
from knowledge.facts import Facts
from knowledge.store.store import Store
from knowledge.types.observed import Observed
from tests.bot.observed import P5
from tests.day import DAY

HELD = (
    ("savings_plan", "compute 1yr no_upfront", "45.1"),
    ("savings_plan", "compute 3yr all_upfront", "29.1"),
    ("savings_plan", "ec2_instance 1yr no_upfront", "40.46"),
    ("reserved_3yr", "all_upfront standard", "22.907154"),
    ("reserved_3yr", "no_upfront standard", "25.1"),
)


@pytest.fixture(scope="module")
def informed(facts: Facts, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Advisor]:
    path: Path = tmp_path_factory.mktemp("terms") / "chipscout.db"
    with Store(path, time.time) as store:
        listed = [Observed(P5, Decimal("55.04"))]
        listed += [Observed(P5._replace(purchase=way, terms=terms), Decimal(usd)) for way, terms, usd in HELD]  # type: ignore[arg-type]
        store.history.take("aws_products", "aws", DAY, [one.placed() for one in listed])
    yield Advisor(facts, DAY, Markets(path, facts))


def shown(advisor: Advisor, text: str) -> str:
    return " ".join(card_text(advisor.ask(text)).split())


@pytest.mark.parametrize(
    ("text", "usd", "whole"),
    [
        (
            "p5.48xlarge cost under a 3 year compute savings plan all upfront in us-east-1?",
            "$29.10",
            "$765k",
        ),
        ("p5.48xlarge with 1-year EC2 instance savings plan no upfront in us-east-1", "$40.46", "$354k"),
        ("price of p5.48xlarge in us-east-1, 3 year all upfront standard reserved instance", "$22.91", "$602k"),
        ("p5.48xlarge 3 year reserved all upfront in us-east-1 price", "$22.91", "$602k"),
        ("3-year all upfront total for 4 p5.48xlarge in us-east-1", "$22.91", "$2.41M for 4 machines"),
        ("p5.48xlarge savings plan price us-east-1 3 years", "$29.10", "$765k"),
    ],
)
def test_a_term_that_is_named_is_answered_with_its_rate(informed: Advisor, text: str, usd: str, whole: str) -> None:
    """22.907154 x 26,280 h = 602,000."""
    told = shown(informed, text)
    first = told.partition("Other terms")[0]
    assert f"{usd}/h in us-east-1" in first and f"whole term is {whole}" in first
    assert "no known" not in told and "only term sold" not in told and "Not understood" not in told


def test_where_a_term_is_not_held_that_is_said_and_the_nearest_is_named(informed: Advisor) -> None:
    told = shown(informed, "price of p5.48xlarge, 3 year convertible RI, all upfront, in us-east-1")
    assert told.startswith(
        "No rate of p5.48xlarge under a convertible reservation of 3 years, all upfront is held in us-e"
    )
    assert "under a standard reservation of 3 years, all upfront: $22.91/h in us-east-1" in told
    told = shown(informed, "price of p5.48xlarge in eu-west-1, Compute Savings Plan, 3 years, all upfront")
    assert told.startswith("No rate") and "$29.10/h in us-east-1" in told


def test_a_choice_between_ways_to_buy_is_no_price_of_one(informed: Advisor) -> None:
    told = shown(informed, "should I take a 1 year compute savings plan for p5.48xlarge in us-east-1?")
    assert "there is no known Savings Plan rate" not in told and "$45.10/h" in told


@pytest.mark.parametrize(
    ("text", "first", "year"),
    [
        ("cheapest H100 savings plan in us-east-1", "$3.64", "$5.06"),  # 29.1 / 8 over three years, 40.46 / 8 in one
        ("cheapest p5.48xlarge savings plan", "$3.64", "$5.06"),
        ("cheapest 1 year savings plan for H100 in us-east-1", "$5.06", None),
        ("cheapest H100 reserved in us-east-1", "$2.86", "$5.06"),  # 22.907154 / 8; the year is that of a plan
        ("cheapest H100 with a commitment in us-east-1", "$2.86", "$5.06"),
        ("cheapest H100 reserved for 3 years in us-east-1", "$2.86", None),
    ],
)
def test_the_cheapest_commitment_is_that_of_all_terms_held(
    informed: Advisor, text: str, first: str, year: str | None
) -> None:
    """With its term and payment, and the cheapest within one year."""
    told = shown(informed, text)
    assert told.startswith("Cheapest NVIDIA H100 SXM with a ") and f"I know: {first} a chip-hour" in told[:120]
    assert "of 3 years" in told[:200] or year is None
    assert ("Cheapest within one year: " + (year or "")) in told if year else "within one year" not in told


def test_without_a_commitment_no_term_is_told(informed: Advisor) -> None:
    assert "within one year" not in shown(informed, "cheapest H100 without commitment in us-east-1")
