"""Where a chip is sold: what was asked about first."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text, headline
from engine.forms.sold.by_region import ChargedThere
from engine.forms.sold.price_reasons import CheapestChip, CheapestKept, ChipHour, NearestHour, Unplaced
from engine.forms.sold.where import NeverSoldSo, NotSoldThere, SoldNowhere, WhereSold
from engine.forms.unheld.unlisted import NotListed
from knowledge.facts import Facts
from tests.day import DAY


@pytest.mark.parametrize(
    "text", ["Where is trn2 sold?", "trn2 regions", "in which region is trn2 sold", "which AWS regions carry trn2?"]
)
def test_the_regions_of_a_chip_and_the_ways_to_buy_it(advisor: Advisor, text: str) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, ChargedThere) and (told.cloud, told.purchase) == ("aws", "capacity_block")
    assert "us-east-2" in {region for one in told.each for region in one.regions}


def test_of_a_place_its_own_regions_come_first(advisor: Advisor) -> None:
    told = advisor.ask("H200 in Europe: where?").facts.headline
    assert isinstance(told, ChargedThere) and told.each[0].regions[0] == "eu-north-1"


def test_where_it_is_not_sold_is_said_first(advisor: Advisor) -> None:
    told = advisor.ask("Where is trn2 sold in Europe?").facts
    assert isinstance(told.headline, NotSoldThere)
    assert any(isinstance(line, WhereSold) for line in told.sentences)


@pytest.mark.parametrize(
    "text", ["where is trn2 offered on demand?", "can I get trn2 on demand?", "which regions have trn2 on demand?"]
)
def test_a_way_it_is_never_sold_is_said_first_and_how_it_is_sold_below(advisor: Advisor, text: str) -> None:
    told = advisor.ask(text).facts
    assert isinstance(told.headline, NeverSoldSo) and told.headline.purchase == "on_demand"
    assert any(isinstance(line, WhereSold) for line in told.sentences)
    assert told.table is not None and told.table.rows


@pytest.mark.parametrize("asked", ["can I buy p5 on demand", "can we rent p5", "is p5 sold"])
def test_in_which_regions_is_where(advisor: Advisor, asked: str) -> None:
    assert isinstance(advisor.ask(f"in which regions {asked}?").facts.headline, ChargedThere)


@pytest.mark.parametrize("day", [date(2026, 10, 10), DAY])
@pytest.mark.parametrize("text", ["cheapest trn1 in Europe", "trn1 price in Europe", "Europe: cheapest trn1 an hour"])
def test_a_price_of_no_region_is_not_the_cheapest_of_a_place(text: str, day: date, facts: Facts) -> None:
    told = Advisor(facts, day).ask(text).facts
    assert isinstance(told.headline, NearestHour) and told.headline.place == "europe"
    assert told.headline.region == "us-east-1"  # what is known comes first
    loose = next(one for one in told.sentences if isinstance(one, Unplaced))
    assert (loose.region, round(loose.usd_chip, 2)) == ("unstated", 0.60)


@pytest.mark.parametrize(
    "text", ["cheapest H200 in us-east-1", "what is the cheapest H200 in N. Virginia?", "us-east-1: cheapest H200"]
)
def test_the_price_of_a_region_counts_although_a_newer_one_names_none(text: str, advisor: Advisor) -> None:
    """Spot 27.20 / 8 and by block 54.92 / 8, both of us-east-1; 29.53 and 63.16 name no region."""
    told = advisor.ask(text).facts
    kept = next(one for one in told.sentences if isinstance(one, CheapestKept))
    assert isinstance(told.headline, CheapestChip)
    if "N. Virginia" not in text:  # a city is that of other clouds too
        assert round(told.headline.usd_chip, 2) == 3.40
    assert (round(kept.usd_chip, 2), kept.region) == (6.87, "us-east-1")


@pytest.mark.parametrize("text", ["p6e-gb200 price per hour", "price of p6e-gb200", "cheapest a4x", "a4x price"])
def test_where_no_size_of_a_line_is_priced_the_chip_is(text: str, advisor: Advisor) -> None:
    """GB200: Azure's 108.16 / 4 on demand, and 761.904 / 72 by Capacity Block."""
    told = advisor.ask(text).facts
    first = next(one for one in (told.headline, *told.sentences) if not isinstance(one, NotListed))
    assert isinstance(first, NotSoldThere) and first.follows
    found = {type(one): round(one.usd_chip, 2) for one in told.sentences if isinstance(one, CheapestChip)}
    assert found == {ChipHour: 27.04, CheapestChip: 10.58}


@pytest.mark.parametrize("text", ["cheapest GB300", "trn3 price", "GB300 price per hour in Tokyo"])
def test_where_nothing_is_priced_nothing_is_announced(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    first = next(one for one in (answer.facts.headline, *answer.facts.sentences) if not isinstance(one, NotListed))
    assert isinstance(first, NotSoldThere) and not first.follows
    assert "elsewhere:" not in card_text(answer)


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("is p5e sold on demand?", "p5e.48xlarge is not sold on demand."),
        ("is a4-highgpu-8g available on demand", "a4-highgpu-8g is not sold on demand."),
        ("can I get p5e on demand and at what price", "I know no price of p5e.48xlarge on demand; otherwise bought:"),
    ],
)
def test_a_type_that_is_not_sold_so_is_told_by_its_name(text: str, thing: str, advisor: Advisor) -> None:
    """Other types with the same chip are: p5en.48xlarge, p6-b200.48xlarge."""
    assert headline(advisor.ask(text)) == thing


def test_a_way_that_no_price_is_held_of_is_said_first(advisor: Advisor) -> None:
    answer = advisor.ask("the g4dn.2xlarge spot costs 0.28 here in Ireland. Any region where it drops under 0.10?")
    assert headline(answer) == "I know no price of g4dn.2xlarge on spot; otherwise bought:"


def test_where_a_type_is_sold_names_it_and_every_region_though_one_has_a_price(advisor: Advisor) -> None:
    told = advisor.ask("in which regions can I get a4-highgpu-8g?").facts.headline
    assert isinstance(told, WhereSold) and told.chip == "a4-highgpu-8g" and len(told.regions) + told.more == 11


def test_a_place_that_is_no_region_is_one_of_sale(advisor: Advisor) -> None:
    told = advisor.ask("where can I get u-p6e-gb200x72?").facts.headline
    assert isinstance(told, SoldNowhere) and told.usd == pytest.approx(761.904)
    assert "is sold in the Dallas Local Zone" in " ".join(
        card_text(advisor.ask("where can I get u-p6e-gb200x72?")).split()
    )
