"""Third-party CSV tables: read by column name, and refused if they are incomplete."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.feeds.formats import csv_table
from knowledge.feeds.formats.csv_table import Table, clipped
from knowledge.types.observed import FeedError, RejectedRow


def table(text: str | bytes, *needed: str) -> Table:
    return Table(io.BytesIO(text.encode() if isinstance(text, str) else text), needed)


def refusal(text: str | bytes, *needed: str) -> str:
    with pytest.raises(FeedError) as problem:
        list(table(text, *needed))
    return problem.value.code


def test_columns_are_found_by_name_in_any_order() -> None:
    rows = table("\ufeffprice,name\n98.32,p5\n\n", "name", "price")
    assert [row[rows.place["name"]] for row in rows if not isinstance(row, RejectedRow)] == ["p5"]


def test_a_row_with_an_extra_cell_is_reported_and_the_rest_is_read() -> None:
    rows = list(table("a,b\n1,2,3\n4,5\n"))
    assert rows == [RejectedRow(code="misshapen", row="1,2,3", value="3", cells=("1", "2")), ["4", "5"]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("a,c\n1,2\n", "wrong_header"),
        ("a,b,a\n1,2,3\n", "wrong_header"),
        ('a,b\n1,"2\n', "cut_off"),
        ("a,b\n1", "cut_off"),
        ('a,b\n1,"2"3\n', "not_csv"),
        (b"a,b\n\xff\xfe,2\n", "not_text"),
        ("a,b\n" + "1" * 1_000_000 + ",2\n", "line_too_long"),
    ],
)
def test_a_document_that_is_not_whole_is_refused(text: str | bytes, code: str) -> None:
    assert refusal(text, "a", "b") == code


def test_a_last_row_without_a_line_end_may_have_been_cut() -> None:
    rows = table("a,b\n1,2\n3,4")
    assert [rows.is_cut for _ in rows] == [False, True]


CELLS = st.sampled_from(["1", "", "€", "a b", '"x\ny"', '"q""r"', "\x0b\x1c\u2028", " long " * 5])
LINES = st.lists(st.tuples(CELLS, CELLS).map(",".join), max_size=8)


@given(LINES, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.integers(8, 40))
def test_it_does_not_matter_where_a_chunk_ends(lines: list[str], end: str, is_ended: bool, size: int) -> None:
    text = "a,b" + end + end.join(lines) + (end if is_ended else "")
    whole = [row for row in csv.reader(io.StringIO(text, newline="")) if row][1:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_table, "CHUNK", size)
        assert list(table(text, "a", "b")) == whole


def test_long_text_is_shortened() -> None:
    assert clipped("abcdef", 4) == "abc…"
    assert clipped("abcd", 4) == "abcd"


def test_a_list_in_another_currency_is_refused_whatever_its_prices_are() -> None:
    assert list(table("name,price,priceCurrency\np5,98.32,USD\np4,32.77,\n", "name", "price"))
    assert refusal("name,price,Currency\np5,98.32,usd\np4,30.15,EUR\n", "name", "price") == "currency"
