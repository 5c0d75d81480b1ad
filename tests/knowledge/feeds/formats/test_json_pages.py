"""Third-party JSON: entries of a list, and fields that may be missing or of another type."""

from __future__ import annotations

import io
from decimal import Decimal

import pytest

from knowledge.feeds.formats.json_pages import entries, inside, number, several, text, texts
from knowledge.types.observed import FeedError


def read(document: str) -> list[object]:
    return list(entries(io.BytesIO(document.encode()), "Items"))


def test_entries_are_those_of_the_list_or_of_a_bare_list() -> None:
    assert read('{"Count": 2, "Items": [{"a": 1}, {"a": {"b": [2]}}]}') == [{"a": 1}, {"a": {"b": [2]}}]
    assert read('[{"a": 1}]') == [{"a": 1}]
    assert read('{"Items": []}') == []
    assert read("{}") == []  # what is empty is left out


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ('{"error": "no key"}', "wrong_document"),
        ('{"Items": [{"a": 1}, {"a"', "cut_off"),
        ("<html>", "not_json"),
        ('{"Items"', "not_json"),
    ],
)
def test_a_document_without_the_list_is_refused(document: str, code: str) -> None:
    with pytest.raises(FeedError) as problem:
        read(document)
    assert problem.value.code == code


def test_a_field_of_another_kind_counts_as_missing() -> None:
    entry = {"name": " p5 ", "price": 98.32, "flag": True, "nested": {"a": 1}, "list": [{"a": 1}, "x", " "]}
    assert (text(entry, "name"), text(entry, "price"), text(entry, "absent")) == ("p5", "", "")
    assert (inside(entry, "nested"), inside(entry, "name")) == ({"a": 1}, {})
    assert (several(entry, "list"), several(entry, "name")) == ([{"a": 1}], [])
    assert (texts(entry, "list"), texts(entry, "name")) == (["x"], [])


def test_a_number_keeps_the_digits_it_was_written_with() -> None:
    assert number({"a": 0.1}, "a") == Decimal("0.1")
    assert number({"a": "0.10"}, "a") == "0.10"
    assert number({"a": True}, "a") == "?"
    assert number({}, "a") is None
