"""What regions charge by the prices seen in each."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.sold.by_region import ChargedThere, held_there
from engine.library import library_of
from knowledge.facts import Facts, Purchase
from tests.day import DAY


def test_of_each_region_the_price_last_seen_in_it(facts: Facts) -> None:
    """trn2.3xlarge was 2.235 in Melbourne on 2026-01-31; a newer price of it names no region."""
    types = tuple(thing for thing in facts.instances.values() if thing.accelerator == "trainium2")
    rows = held_there(types, library_of(facts), DAY, {"ap-southeast-4", "ap-south-2"}, None)
    seen = {row.quote.seen_in: (row.instance.id, row.quote.seen.likely, str(row.quote.observed_on)) for row in rows}
    assert seen == {
        "ap-southeast-4": ("trn2.3xlarge", 2.235, "2026-01-31"),
        "ap-south-2": ("trn2.48xlarge", 35.7608, "2026-10-08"),
    }
    block: Purchase = "capacity_block"
    assert not held_there(types, library_of(facts), DAY, {"ap-south-2"}, None, {block})


@pytest.mark.parametrize(
    ("text", "region", "usd"),
    [
        ("is trn2 sold in Frankfurt?", "ap-south-2", 35.7608),
        ("is trn2 sold in Frankfurt?", "ap-southeast-4", 2.235),
        ("MI300X on Azure in Europe", "eastus2", 48.0),
        ("MI300X on Azure in Europe", "centralus", 59.041),
        ("is p6-b200 sold in Mumbai and at what price?", "us-east-1", 24.402),
        ("is p6-b200 sold in Mumbai and at what price?", "us-west-2", 26.0114),
    ],
)
def test_no_region_is_told_to_be_unknown_of_which_a_price_is_held(
    advisor: Advisor, text: str, region: str, usd: float
) -> None:
    table = advisor.ask(text).facts.table
    assert table is not None
    at, cost = table.columns.index("region"), table.columns.index("usd")
    assert [row.cells[cost] for row in table.rows if row.cells[at] == region] == [usd]


@pytest.mark.parametrize("text", ["MI300X on Azure in Europe", "is p6-b200 sold in Mumbai and at what price?"])
def test_the_regions_of_the_place_come_first(advisor: Advisor, text: str) -> None:
    table = advisor.ask(text).facts.table
    assert table is not None
    regions = [str(row.cells[table.columns.index("region")]) for row in table.rows]
    assert regions[0] in ("northeurope", "ap-south-1")


def test_every_region_that_charges_for_it_is_told_the_cheapest_first(advisor: Advisor) -> None:
    """ND96isr_MI300X_v5 on demand: 57.60 in North Europe, 60 in two, 62.40, 67.20, 73.92; trn1 in the EU is sold by
    Capacity Block alone; p5en on demand in eleven regions of AWS from 63.296, where p5e is sold by block only."""
    told = advisor.ask("Which European Azure regions carry MI300X and what do they charge?").facts.headline
    assert isinstance(told, ChargedThere) and (told.number, told.more) == (6, 0)
    assert [(one.usd, len(one.regions)) for one in told.each] == [
        (57.6, 1),
        (60, 2),
        (62.4, 1),
        (67.2, 1),
        (73.92, 1),
    ]
    only = advisor.ask("can we run trn1 in an EU region?").facts.headline
    assert isinstance(only, ChargedThere) and only.unfree and only.each[0].regions == ("eu-north-1",)
    listed = advisor.ask("which AWS regions list H200 on demand?").facts.headline
    assert isinstance(listed, ChargedThere) and (listed.number, listed.instance) == (11, "p5en.48xlarge")


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("Can I get just one A100 on AWS?", True),  # p4d.24xlarge has eight
        ("Can I rent a single H100 on AWS?", False),  # p5.4xlarge has one
        ("Can I get A100 on AWS?", False),
    ],
)
def test_one_chip_that_comes_only_with_others_is_not_had_by_itself(advisor: Advisor, text: str, alone: bool) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, ChargedThere) and first.alone is alone
    assert card_text(advisor.ask(text)).startswith("Not one by itself, only p4d.24xlarge (8 x") is alone
