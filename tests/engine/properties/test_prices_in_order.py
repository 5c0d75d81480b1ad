"""Over every chip, cloud and way to buy: rows by price, and no cheaper one below without a word saying why."""

from __future__ import annotations

from itertools import accumulate

import pytest

from bot.advice.advisor import Advisor
from bot.wording.numbers import rate
from engine.answers.rank_prices import RankedPrice, instances_asked, ranked, with_every_way
from engine.forms.parts.price_table import ASIDE, price_table
from engine.workload.profile import Profile
from knowledge.facts import COMPARED, PURCHASES_IN_ORDER, Facts
from tests.day import DAY

SHOWN = 18
PLACES = (None, "europe", "us-west-2")


def rows_of(advisor: Advisor, facts: Facts, chip: str, place: str | None) -> list[tuple[RankedPrice, ...]]:
    """Of one chip in one place: the rows over all, of each cloud, and of each way to buy."""
    library = advisor.library()
    types = [thing for thing in facts.instances.values() if thing.accelerator == chip]
    every = [ranked(types, library, DAY, place, None)]
    every += [
        ranked([thing for thing in types if thing.cloud == cloud], library, DAY, place, None) for cloud in COMPARED
    ]
    every += [ranked(types, library, DAY, place, way) for way in PURCHASES_IN_ORDER]
    every += [ranked(types, library, DAY, place, None, without=frozenset({way})) for way in PURCHASES_IN_ORDER]
    return [rows for rows in every if rows]


@pytest.mark.parametrize("place", PLACES)
def test_no_cheaper_row_stands_below_without_a_word(place: str | None, advisor: Advisor, facts: Facts) -> None:
    for chip in sorted({thing.accelerator for thing in facts.instances.values()}):
        for rows in rows_of(advisor, facts, chip, place):
            table = price_table(with_every_way(rows, SHOWN))
            assert table is not None
            usd = [float(rate(float(str(row.cells[0]))).replace(",", "")) for row in table.rows]
            noted = [row.cells[-1] if table.columns[-1] == ASIDE else None for row in table.rows]
            plain = [price for price, note in zip(usd, noted, strict=True) if note is None]
            dearest = list(accumulate(usd, max))
            below = [note for price, most, note in zip(usd, dearest, noted, strict=True) if price < most]
            assert all(below), (chip, place)
            assert usd[0] <= min(plain, default=usd[0])


def test_each_row_is_of_a_way_that_is_left(advisor: Advisor, facts: Facts) -> None:
    types = instances_asked(Profile(candidates=("h100",)), set(), facts)
    for way in PURCHASES_IN_ORDER:
        rows = ranked(types, advisor.library(), DAY, None, None, without=frozenset({way}))
        assert way not in {row.quote.purchase for row in rows}
