"""Series judged as of a day."""

from __future__ import annotations

from engine.changes.judged import JudgedPrices
from knowledge.facts import Facts
from tests.engine.changes.looks import P5, limits, shown, week


def test_what_came_later_is_not_known(facts: Facts) -> None:
    later = (
        shown(". . 20", P5._replace(instance="p4d.24xlarge")) if False else shown("- - 20", P5._replace(region="x"))
    )
    judged = JudgedPrices([shown("55.04 55.04 44"), later], week(1), limits(facts))
    (only,) = judged.listed
    assert [run.usd_per_hour for run in only.runs] == [55.04]
    assert judged.history(only).price == 55.04


def test_spot_stands_beside_the_believed_price(facts: Facts) -> None:
    """A slip of two looks is not in the market that spot is measured by; a cut is, from its confirmation on."""
    spot = shown("17 17 17 17 17", P5._replace(purchase="spot"))
    slip = JudgedPrices([shown("55.04 5.4 5.4 55.04 55.04"), spot], week(4), limits(facts))
    cut = JudgedPrices([shown("55.04 55.04 44 44 44"), spot], week(4), limits(facts))
    assert [slip.market.on_demand(slip.spots[0], week(number)) for number in range(5)] == [55.04] * 5
    assert [cut.market.on_demand(cut.spots[0], week(number)) for number in range(5)] == [55.04, 55.04, 44, 44, 44]
