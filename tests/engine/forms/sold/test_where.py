"""Where a chip is sold: what was asked about first."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sold.where import NeverSoldSo, NotSoldThere, WhereSold


@pytest.mark.parametrize("text", ["Where is trn2 sold?", "trn2 regions", "in which region is trn2 sold"])
def test_the_regions_of_a_chip_and_the_ways_to_buy_it(advisor: Advisor, text: str) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, WhereSold)
    assert told.cloud == "aws" and "us-east-2" in told.regions and "capacity_block" in told.ways


def test_of_a_place_its_own_regions_come_first(advisor: Advisor) -> None:
    told = advisor.ask("H200 in Europe: where?").facts.headline
    assert isinstance(told, WhereSold)
    assert told.regions[0].startswith("eu-")


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
    assert isinstance(advisor.ask(f"in which regions {asked}?").facts.headline, WhereSold)
