"""A comparison takes the prices of the region asked about, and of no other."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card.as_text import headline
from engine.forms.compare import SideBySide
from engine.forms.sold.at_place import PricedAt
from engine.prices.areas import regions_within
from knowledge.facts import Facts
from tests.day import DAY


def cells(answer: Answer, column: str) -> list[object]:
    assert answer.facts.table is not None
    place = answer.facts.table.columns.index(column)
    return [row.cells[place] for row in answer.facts.table.rows]


@pytest.mark.parametrize("place", ["Oregon", "Tokyo", "Europe", "Frankfurt"])
@pytest.mark.parametrize("pair", ["p5 vs p5en", "H100 vs H200", "p4d vs p5"])
def test_every_price_is_of_the_region_asked_about(pair: str, place: str, advisor: Advisor, facts: Facts) -> None:
    answer = advisor.ask(f"{pair} per chip-hour in {place}")
    told = next(one for one in (answer.facts.headline, *answer.facts.sentences) if isinstance(one, PricedAt))
    assert told.place
    for side, seen in zip(told.sides, told.seen, strict=True):
        cloud = facts.instances[side].cloud
        area = facts.regions.get(told.place)
        for _, region, _ in seen:
            there = facts.regions[region]
            same_city = area is not None and bool({*area.aliases, area.id} & {*there.aliases, there.id})
            assert same_city or (area is None and region in regions_within(told.place, cloud, facts))


def test_what_is_not_held_there_has_no_figure(advisor: Advisor) -> None:
    """p5.48xlarge on spot is held in us-east-2 and not in us-west-2; p5en by block in Tokyo at 49.928 / 8."""
    assert cells(advisor.ask("p5 vs p5en per chip-hour in Oregon"), "spot_chip")[0] is None
    assert cells(advisor.ask("p5 vs p5en in Tokyo per chip-hour"), "block_chip")[1] == pytest.approx(6.241)


def test_of_two_chips_every_cloud_that_sells_them_is_told(advisor: Advisor, facts: Facts) -> None:
    told = {facts.instances[str(side)].cloud for side in cells(advisor.ask("H100 vs H200 price per hour"), "side")}
    assert told == {"aws", "gcp", "azure"}


def test_the_hours_of_machines_that_were_named_stand_before_those_of_a_chip(advisor: Advisor) -> None:
    """21.50 and 21.957642 USD: 0.457642 less, or 2.1%."""
    first = headline(advisor.ask("trn1.32xlarge vs p4d.24xlarge price per hour"))
    assert first.startswith("trn1.32xlarge is cheaper by $0.458 an hour, 2.1%: $21.50 on demand for trn1.32xlarge")


def test_a_line_beside_a_type_with_the_same_chip_is_a_side_of_its_own(advisor: Advisor) -> None:
    """55.04 against 88.49 USD."""
    first = headline(advisor.ask("p5 vs a3-highgpu-8g on demand price"))
    assert first.startswith(
        "a3-highgpu-8g against p5.48xlarge: $88.49 against $55.04 an hour on demand; per chip: $11.06 against"
    )


def test_of_lines_the_chips_alone_are_priced(advisor: Advisor) -> None:
    told = advisor.ask("trn2 vs p5 price").facts.headline
    assert isinstance(told, SideBySide) and told.usd_machine == ()


@pytest.mark.parametrize("day", [DAY, date(2026, 10, 10), date(2026, 11, 28)])
@pytest.mark.parametrize("text", ["trn2 vs p5 price", "p5 against trn2 per hour", "compare trn2 with p5 in price"])
def test_what_is_compared_is_bought_one_way_that_is_said(text: str, day: date, facts: Facts) -> None:
    """trn2 is sold by block alone: 35.761 / 16 against 47.76 / 8."""
    first = headline(Advisor(facts, day).ask(text))
    assert "an hour by Capacity Block" in first and "$2.24" in first and "$5.97" in first
    assert "an hour on demand" in headline(Advisor(facts, day).ask("MI300X vs H100 price"))
