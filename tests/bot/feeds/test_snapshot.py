"""The snapshot that the documents of a feed give."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from bot.feeds.snapshot import FeedSnapshot, ParsedDocuments, SkippedRows, merge, snapshot
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
    facts: Facts, store: Store, feed: str, *prices: Observed, is_partial: bool = False, odd: bool = False
) -> FeedSnapshot:
    doubtful = {P4D: ("not_a_number", "n/a")} if odd else {}
    parsed = ParsedDocuments({(DAY, "aws"): list(prices)}, (), doubtful)
    return snapshot(facts.feeds[feed], "aws", parsed, store.history, DAY, is_partial=is_partial)


def test_a_price_missing_from_a_complete_catalog_is_delisted(facts: Facts, store: Store) -> None:
    assert taken(facts, store, "skypilot", price(P5, "55.04")).is_whole


def test_a_partial_file_delists_nothing(facts: Facts, store: Store) -> None:
    assert not taken(facts, store, "skypilot", price(P5, "55.04"), is_partial=True).delists


def test_a_price_whose_row_cannot_be_read_is_kept(facts: Facts, store: Store) -> None:
    take(store, DAY, price(P4D, "21.96"))
    found = taken(facts, store, "skypilot", price(P5, "55.04"), odd=True)
    assert [(doubt.key, doubt.code) for doubt in found.doubts] == [(P4D, "not_a_number")]
    assert [each.key for each in found.prices] == [P5]


def test_several_files_merge_and_their_skipped_rows_are_counted_together() -> None:
    first = ParsedDocuments(
        {(DAY, "aws"): [price(P5, "55.04")]}, (SkippedRows(code="no_region", rows=2, row="a"),), {}
    )
    second = ParsedDocuments(
        {(DAY, "aws"): [price(P4D, "21.96")]}, (SkippedRows(code="no_region", rows=3, row="b"),), {}
    )
    whole = merge([first, second])
    assert [each.usd_per_hour for each in whole.days[DAY, "aws"]] == [Decimal("55.04"), Decimal("21.96")]
    assert [(each.code, each.rows, each.row) for each in whole.odd] == [("no_region", 5, "a")]
