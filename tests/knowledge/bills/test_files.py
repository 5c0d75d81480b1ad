"""Files as rows of text: what the exports' writers do to a table."""

from __future__ import annotations

import pytest

from knowledge.bills.files import rows
from knowledge.types.bill import BillError
from tests.knowledge.bills.exports import opened


def cells(text: str, *names: str) -> list[tuple[str, ...]]:
    return list(rows(opened(text.encode())).of(names))


def test_a_table_may_have_a_byte_order_mark_and_line_breaks_in_cells() -> None:
    text = '\ufeffCost,Note\r\n1.5,"two\nlines, and ""quotes"""\r\n\r\n2,x\r\n'
    assert cells(text, "cost", "note", "absent") == [("1.5", 'two\nlines, and "quotes"', ""), ("2", "x", "")]


def test_json_lines_are_flattened_and_keep_figures_as_written() -> None:
    text = '{"sku": {"description": "A"}, "cost": 0.10, "credits": []}\n{"cost": 12345678901234567890.5}\n'
    assert cells(text, "sku_description", "cost", "credits") == [
        ("A", "0.10", "[]"),
        ("", "12345678901234567890.5", ""),
    ]


@pytest.mark.parametrize("before", ["", "\ufeff", "\n "])
def test_one_array_is_read_as_the_lines_of_its_objects_are(before: str) -> None:
    """`bq query --format=json` writes every figure as text, other writers as a number."""
    text = '[{"sku": {"description": "A"}, "cost": "0.10", "credits": []},\n{"cost": 12.5}]\n'
    assert cells(before + text, "sku_description", "cost", "credits") == [("A", "0.10", "[]"), ("", "12.5", "")]


@pytest.mark.parametrize(
    ("text", "code", "row"),
    [
        ("", "empty", 0),
        ("[]", "empty", 0),
        ("a,b\n1,2\n3\n", "row_width", 3),
        ('a,b\n1,"open\n', "no_csv", 2),
        ('{"a": 1}\n{"a": \n', "no_json_lines", 2),
        ('[{"a": 1}, {"a": ', "no_json_array", 2),
        ('[{"a": 1}, 7]', "no_json_array", 2),
        ('[{"a": [' + "[" * 100, "no_json_array", 1),
    ],
)
def test_a_damaged_table_is_refused_with_its_row(text: str, code: str, row: int) -> None:
    with pytest.raises(BillError) as refusal:
        cells(text, "a")
    assert (refusal.value.code, refusal.value.row) == (code, row)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(BillError) as refusal:
        list(rows(opened(b"a,b\n\xff\xfe,2\n")).of(("a",)))
    assert refusal.value.code == "no_text"
