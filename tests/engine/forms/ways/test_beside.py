"""Two ways to buy one machine are told side by side, the cheaper one first, whatever the words."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.ways.beside import WaysBeside


def ways(advisor: Advisor, question: str) -> WaysBeside:
    answer = advisor.ask(question)
    assert isinstance(answer.facts.headline, WaysBeside)
    assert card_text(answer)
    return answer.facts.headline


@pytest.mark.parametrize(
    "question",
    [
        "spot vs on demand price of p5.48xlarge",
        "how much cheaper is spot than on demand for p5.48xlarge?",
        "p5.48xlarge: price on demand or by spot?",
    ],
)
def test_the_cheaper_way_comes_first_with_its_share(question: str, advisor: Advisor) -> None:
    """Held in us-east-1: 18.42 on spot and 55.04 on demand; 1 - 18.42 / 55.04 = 67 %."""
    told = ways(advisor, question)
    assert [(one.purchase, round(one.usd or 0, 2)) for one in told.each] == [("spot", 18.42), ("on_demand", 55.04)]
    assert round(told.share, 2) == 0.67
    assert told.placed


def test_a_way_without_a_price_is_told_as_such(advisor: Advisor) -> None:
    told = ways(advisor, "how much cheaper is spot than on demand for g6e.12xlarge right now")
    assert [one.purchase for one in told.each if one.usd is None] == ["spot"]


def test_a_line_of_types_is_its_machine(advisor: Advisor) -> None:
    """Held in us-east-1: p4d.24xlarge 9.90 on spot and 11.80 by block."""
    told = ways(advisor, "is spot cheaper than capacity block for p4d?")
    assert told.instance == "p4d.24xlarge"
    assert [round(one.usd or 0, 2) for one in told.each] == [9.90, 11.80]


def test_work_that_is_described_gets_a_sum_and_no_prices(advisor: Advisor) -> None:
    headline = advisor.ask("LoRA of an 8B on p5.48xlarge, 50 runs: spot or on demand?").facts.headline
    assert not isinstance(headline, WaysBeside)


def test_a_term_of_bare_years_is_one_of_the_ways(advisor: Advisor) -> None:
    """prices: p5.48xlarge 55.04 on demand and no rate for a year; p4d.24xlarge 21.96 on demand, 13.92 for a year."""
    told = ways(advisor, "price of p5.48xlarge in us-east-1 on demand and 1-year")
    assert [one.purchase for one in told.each if one.usd is None] == ["reserved_1yr"]
    told = ways(advisor, "p4d.24xlarge price in us-east-1, 1-yr vs on demand")
    assert [(one.purchase, round(one.usd or 0, 2)) for one in told.each] == [
        ("reserved_1yr", 13.92), ("on_demand", 21.96),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("place", "regions"),
    [("India", ("asia-south1", "asia-south2")), ("Australia", ("australia-southeast1", "australia-southeast2"))],
)
def test_no_spot_of_another_continent_stands_beside_the_price_of_a_place(
    place: str, regions: tuple[str, ...], advisor: Advisor
) -> None:
    """Google holds both ways of its H100 machines there, AWS and Azure hold on demand alone."""
    told = ways(advisor, f"H100 spot price in {place} vs on demand")
    assert told.placed and {one.region for one in told.each} <= set(regions)
