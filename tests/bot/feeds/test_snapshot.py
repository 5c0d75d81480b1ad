"""What one look at a feed is taken to say."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from bot.feeds.snapshot import FeedSnapshot, Odd, Read, joined, snapshot
from knowledge.facts import Facts, Observed
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take
from tests.day import DAY

P4D = P5._replace(instance="p4d.24xlarge", region="us-west-2")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as opened:
        yield opened


def taken(
    facts: Facts, store: Store, feed: str, *prices: Observed, in_part: bool = False, odd: bool = False
) -> FeedSnapshot:
    doubtful = {P4D: ("not_a_number", "n/a")} if odd else {}
    got = Read({(DAY, "aws"): list(prices)}, (), doubtful)
    return snapshot(facts.feeds[feed], "aws", got, store.history, DAY, in_part=in_part)


def test_of_a_whole_catalog_what_is_absent_is_delisted(facts: Facts, store: Store) -> None:
    assert taken(facts, store, "skypilot", price(P5, "55.04")).is_whole


def test_a_part_delists_nothing(facts: Facts, store: Store) -> None:
    assert not taken(facts, store, "skypilot", price(P5, "55.04"), in_part=True).delists


def test_a_price_whose_row_could_not_be_read_stays_as_it_stands(facts: Facts, store: Store) -> None:
    take(store, DAY, price(P4D, "21.96"))
    found = taken(facts, store, "skypilot", price(P5, "55.04"), odd=True)
    assert [(doubt.key, doubt.code) for doubt in found.doubts] == [(P4D, "not_a_number")]
    assert [each.key for each in found.prices] == [P5]


def test_readings_of_several_files_are_one_and_their_odd_rows_are_counted_together() -> None:
    one = Read({(DAY, "aws"): [price(P5, "55.04")]}, (Odd(code="no_region", rows=2, row="a"),), {})
    other = Read({(DAY, "aws"): [price(P4D, "21.96")]}, (Odd(code="no_region", rows=3, row="b"),), {})
    whole = joined([one, other])
    assert [each.usd_per_hour for each in whole.days[DAY, "aws"]] == [Decimal("55.04"), Decimal("21.96")]
    assert [(each.code, each.rows, each.row) for each in whole.odd] == [("no_region", 5, "a")]
