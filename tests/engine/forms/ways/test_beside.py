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
    """Held in us-east-1: p4d.24xlarge 9.90 on spot and 13.57 by block."""
    told = ways(advisor, "is spot cheaper than capacity block for p4d?")
    assert told.instance == "p4d.24xlarge"
    assert [round(one.usd or 0, 2) for one in told.each] == [9.90, 13.57]


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


@pytest.mark.parametrize(
    ("question", "unit", "usd"),
    [
        ("inf2.xlarge in Frankfurt pro Stunde, on demand und mit 1 Jahr Reservierung?", "", 0.7165),
        (
            "our p4d.24xlarge costs us $16k a month. What would it be 1-year reserved or on demand, a month?",
            "month",
            13.92,
        ),
    ],
)
def test_the_unit_that_is_asked_leads(question: str, unit: str, usd: float, advisor: Advisor) -> None:
    told = ways(advisor, question)
    assert told.unit == unit and told.each[0].usd == pytest.approx(usd, abs=0.01)
    assert told.each[0].usd_span == (pytest.approx(730 * usd, abs=5) if unit else None)


def test_a_price_from_a_document_or_long_past_does_not_lead(advisor: Advisor) -> None:
    """trn1.2xlarge for three years is claimed at 0.47 USD, for one it is listed at 0.83."""
    told = ways(advisor, "trn1.2xlarge per hour: on demand, 1 yr and 3 yr reserved")
    assert [one.purchase for one in told.each] == ["reserved_1yr", "on_demand", "reserved_3yr"]
    assert told.each[-1].claimed and told.dearest == told.each[1]


def test_by_the_chip_sizes_at_one_price_are_one(advisor: Advisor) -> None:
    """v5p-8 has 4 chips at 5.20 USD together."""
    answer = advisor.ask("TPU v5p in us-east5 on demand and spot, per chip-hour?")
    told = [one for one in (answer.facts.headline, *answer.facts.sentences) if isinstance(one, WaysBeside)]
    assert [one.instance for one in told] == ["v5p-8"] and told[0].each[0].usd == pytest.approx(1.30, abs=0.005)


@pytest.mark.parametrize(
    "text", ["spot vs 1yr vs on demand p4d.24xlarge", "p4d.24xlarge on demand, spot and 1-year price"]
)
def test_a_term_of_bare_years_beside_two_ways_is_a_third(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, WaysBeside)
    assert {one.purchase for one in told.each} == {"on_demand", "spot", "reserved_1yr"}
