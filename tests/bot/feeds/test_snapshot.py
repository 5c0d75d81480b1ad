"""The snapshot that the documents of a feed give."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest

from bot.feeds.snapshot import CountedLines, FeedSnapshot, ParsedDocuments, SkippedRows, merge, read, snapshot
from knowledge.facts import Facts, Observed
from knowledge.feeds.formats.rules import rules
from knowledge.store.store import Store
from knowledge.types.observed import FeedError, ParseContext
from tests.bot.observed import P5, price, take
from tests.day import DAY

YESTERDAY = DAY - timedelta(days=1)
P4D = P5._replace(instance="p4d.24xlarge", region="us-west-2")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as opened:
        yield opened


def taken(
    facts: Facts, store: Store, feed: str, *prices: Observed, is_partial: bool = False, odd: bool = False
) -> FeedSnapshot:
    doubtful = {DAY: {P4D: ("not_a_number", "n/a")}} if odd else {}
    parsed = ParsedDocuments({(DAY, "aws"): [each.placed() for each in prices]}, (), doubtful)
    return snapshot(facts.feeds[feed], "aws", parsed, store.history, DAY, is_partial=is_partial)


def test_a_price_missing_from_a_complete_catalog_is_delisted(facts: Facts, store: Store) -> None:
    assert taken(facts, store, "skypilot", price(P5, "55.04")).is_whole


def test_a_partial_file_delists_nothing(facts: Facts, store: Store) -> None:
    assert not taken(facts, store, "skypilot", price(P5, "55.04"), is_partial=True).delists


def test_a_price_whose_row_cannot_be_read_is_kept(facts: Facts, store: Store) -> None:
    take(store, DAY, price(P4D, "21.96"))
    found = taken(facts, store, "skypilot", price(P5, "55.04"), odd=True)
    assert [(doubt.key, doubt.code) for doubt in found.doubts] == [(P4D, "not_a_number")]
    assert [each.key for place in found.prices for each in place.observed()] == [P5]


def test_several_files_merge_and_their_skipped_rows_are_counted_together() -> None:
    first = ParsedDocuments(
        {(DAY, "aws"): [price(P5, "55.04").placed()]}, (SkippedRows(code="no_region", rows=2, row="a"),), {}
    )
    second = ParsedDocuments(
        {(DAY, "aws"): [price(P4D, "21.96").placed()]}, (SkippedRows(code="no_region", rows=3, row="b"),), {}
    )
    whole = merge([first, second])
    assert whole.days[DAY, "aws"] == [price(P5, "55.04").placed(), price(P4D, "21.96").placed()]
    assert [(each.code, each.rows, each.row) for each in whole.odd] == [("no_region", 5, "a")]


HEADER = "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,AvailabilityZone\n"
GOOD = "g{0}.xlarge,A10G,1,1.006,0.4,us-east-1,use1-az1\n"
BAD = "g{0}.xlarge,A10G,1,1,006,0.4,us-east-1,use1-az1\n"  # a comma in the price: one cell too many


def parsed(facts: Facts, text: str) -> ParsedDocuments:
    context = ParseContext(DAY, "aws", frozenset({"g", "p"}))
    return read(facts.feeds["skypilot"], [BytesIO(text.encode())], context)


def test_a_type_named_in_a_row_that_cannot_be_told_apart_stays_listed(facts: Facts, store: Store) -> None:
    """Of 12 types held, the rows of two cannot be read, and one is missing."""
    keys = [P5._replace(instance=f"g{number}.xlarge") for number in range(12)]
    take(store, YESTERDAY, *(price(key, "1.006") for key in keys))
    text = HEADER + "".join((BAD if number < 2 else GOOD).format(number) for number in range(11))
    found = snapshot(facts.feeds["skypilot"], "aws", parsed(facts, text), store.history, DAY)
    assert [(doubt.key.instance, doubt.code) for doubt in found.doubts] == [
        ("g0.xlarge", "misshapen"),
        ("g1.xlarge", "misshapen"),
    ]
    counts = store.history.take("skypilot", "aws", DAY, found.prices, doubts=found.doubts)
    assert counts.gone == 1
    standing = {each.key.instance for each in store.history.latest(DAY) if each.key.purchase == "on_demand"}
    assert standing == {key.instance for key in keys} - {"g11.xlarge"}


def test_a_document_with_too_many_rows_that_cannot_be_read_is_refused_whole(facts: Facts) -> None:
    """Every second row: 10 of them, of 20 prices and 10 rejected rows."""
    text = HEADER + "".join((BAD if number % 2 else GOOD).format(number) for number in range(20))
    with pytest.raises(FeedError, match="too_many_unread: 10"):
        parsed(facts, text)


@pytest.mark.parametrize("usd", ["-5", "0", "400000", "n/a"])
def test_figures_that_cannot_be_a_price_count_as_rows_that_cannot_be_read(facts: Facts, usd: str) -> None:
    rows = [GOOD.format(number) for number in range(20)]
    wrong = [row.replace(",1.006,", f",{usd},") for row in rows]
    assert wrong[0] != rows[0]
    with pytest.raises(FeedError, match="too_many_unread: 10"):
        parsed(facts, HEADER + "".join(wrong[:10] + rows[10:]))
    (odd,) = parsed(facts, HEADER + "".join(wrong[:4] + rows[4:])).odd
    assert (odd.rows, odd.value) == (4, usd)


def test_cells_that_are_empty_are_nothing_that_was_read(facts: Facts) -> None:
    """No row has a spot price: 14 of 36 prices cannot be read, more than every fifth."""
    rows = [GOOD.format(number).replace(",0.4,", ",,") for number in range(36)]
    wrong = [row.replace(",1.006,", ",n/a,") for row in rows[:14]]
    with pytest.raises(FeedError, match="too_many_unread: 14"):
        parsed(facts, HEADER + "".join(wrong + rows[14:]))
    assert parsed(facts, HEADER + "".join(wrong[:7] + rows[7:])).odd[0].rows == 7


OFFERS = "instance_name,location,price,gpu_count,gpu_name,spot\n"
OFFER = "g{0}.xlarge,us-east-1,1.006,1,A10G,False\n"


@pytest.mark.parametrize(
    "row",
    [
        "g0.xlarge,,us-east-1,1.006,1,A10G",
        "g0.xlarge,,1.006,1,A10G,False",
        "g0.xlarge,us-east-1,1.006,1,A10G,maybe",
        "g0.xlarge,us-east-1,,1,A10G,False",
        "g0.xlarge,1.006,us-east-1,1,A10G,False",
    ],
    ids=["shifted by a cell", "no region", "no way to buy", "no price", "cells exchanged"],
)
def test_an_offer_that_cannot_be_read_is_not_withdrawn(facts: Facts, store: Store, row: str) -> None:
    keys = [P5._replace(instance=f"g{number}.xlarge") for number in range(12)]
    rows = [price(key, "1.006") for key in keys]
    store.history.take("gpuhunt", "aws", YESTERDAY, [each.placed() for each in rows])
    text = OFFERS + row + "\n" + "".join(OFFER.format(number) for number in range(1, 12))
    context = ParseContext(DAY, "aws", frozenset({"g", "p"}))
    listed = read(facts.feeds["gpuhunt"], [BytesIO(text.encode())], context)
    found = snapshot(facts.feeds["gpuhunt"], "aws", listed, store.history, DAY)
    assert [doubt.key.instance for doubt in found.doubts] == ["g0.xlarge"]
    assert store.history.take("gpuhunt", "aws", DAY, found.prices, doubts=found.doubts).gone == 0


@pytest.mark.parametrize(
    "row",
    [
        "G0.XLARGE,,us-east-1,1.006,1,A10G",
        "G0.xlarge,us-east-1,1.006,1,A10G,maybe",
        "G0.XLARGE,us-east-1,,1,A10G,False",
    ],
    ids=["shifted by a cell", "no way to buy", "no price"],
)
def test_a_name_in_capitals_is_the_type_all_the_same(facts: Facts, store: Store, row: str) -> None:
    """The catalog lists G1.xlarge too, which is written as it is held in its row."""
    keys = [P5._replace(instance=name) for name in ("g0.xlarge", "G1.xlarge")]
    store.history.take("gpuhunt", "aws", YESTERDAY, [price(key, "1.006").placed() for key in keys])
    text = OFFERS + row + "\n" + "G1.xlarge,us-east-1,1.006,1,A10G,False\n"
    context = ParseContext(DAY, "aws", frozenset({"g", "p"}))
    listed = read(facts.feeds["gpuhunt"], [BytesIO(text.encode())], context)
    found = snapshot(facts.feeds["gpuhunt"], "aws", listed, store.history, DAY)
    assert [doubt.key.instance for doubt in found.doubts] == ["g0.xlarge"]
    assert store.history.take("gpuhunt", "aws", DAY, found.prices, doubts=found.doubts).gone == 0


def test_a_few_odd_rows_refuse_nothing(facts: Facts) -> None:
    text = HEADER + "".join((BAD if number < 4 else GOOD).format(number) for number in range(8))
    assert parsed(facts, text).odd[0].rows == 4


@pytest.mark.parametrize("code", ["currency", "part_doubtful"])
def test_machines_whose_parts_cannot_be_read_count_as_prices(code: str) -> None:
    """Of Google's catalog a SKU in another currency, and the machines made of one, are lost alike."""
    assert code in rules().unread.codes


@pytest.mark.parametrize(("bad", "share"), [(4, 0.0), (5, 0.0625), (9, 0.1125), (16, 0.2), (17, None)])
def test_rows_that_cannot_be_read_are_held_against_rows(facts: Facts, bad: int, share: float | None) -> None:
    """Of 80 rows, each with a price on demand and one on spot: 17 are more than a fifth, fewer than five are none."""
    rows = [(BAD if number < bad else GOOD).format(number) for number in range(80)]
    if share is None:
        with pytest.raises(FeedError) as refused:
            parsed(facts, HEADER + "".join(rows))
        assert (refused.value.code, refused.value.found) == ("too_many_unread", "17")
        return
    found = parsed(facts, HEADER + "".join(rows))
    assert (found.unread_share, found.is_much_unread) == (pytest.approx(share), share > 0.1)


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_row_with_another_separator_leaves_its_type_standing(facts: Facts, store: Store, separator: str) -> None:
    keys = [P5._replace(instance=f"g{number}.xlarge") for number in range(9)]
    take(store, YESTERDAY, *(price(key, "1.006") for key in keys))
    rows = [GOOD.format(number) for number in range(9)]
    text = HEADER + rows[0].replace(",", separator) + "".join(rows[1:])
    found = snapshot(facts.feeds["skypilot"], "aws", parsed(facts, text), store.history, DAY)
    assert [(doubt.key.instance, doubt.code) for doubt in found.doubts] == [("g0.xlarge", "misshapen")]


def test_a_document_counts_the_rows_below_its_header() -> None:
    for text, rows in ((b"", 0), (b"a\n", 0), (b"a\n1\n2\n", 2), (b"a\n1\n2", 2)):
        document = CountedLines(BytesIO(text))
        while document.read(2):
            pass
        assert document.rows == rows
