"""JSON read event by event: wanted members are built, the rest are skipped."""

from __future__ import annotations

import io
from typing import Any

import pytest

from knowledge.feeds.aws.json_events import build, events, expect, flat, members, objects_in, reading, skip
from knowledge.types.observed import FeedError


def buffered(text: str) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(text.encode()))  # type: ignore[arg-type] # typeshed wants a RawIOBase


def test_unwanted_members_are_skipped_completely() -> None:
    stream = events(buffered('{"skip": {"a": [1, {"b": 2}]}, "keep": {"c": [3]}}'))
    expect(next(stream), "start_map", "document")
    kept: dict[str, Any] = {}
    for key, first in members(stream):
        if key == "keep":
            kept[key] = build(stream, first)
        else:
            skip(stream, first)
    assert kept == {"keep": {"c": [3]}}


def test_a_list_is_read_from_several_pages_in_one_file() -> None:
    pages = '{"Items": [{"a": "1"}], "Next": "x"}\n{"Items": [{"a": "2"}]}'
    assert list(objects_in(buffered(pages), "Items")) == [{"a": "1"}, {"a": "2"}]


def test_a_page_without_the_list_is_refused() -> None:
    with pytest.raises(FeedError) as problem:
        list(objects_in(buffered('{"Other": []}'), "Items"))
    assert (problem.value.code, problem.value.found) == ("aws_no_column", "Items")


@pytest.mark.parametrize("text", ['{"Items": [{"a"', '{"Items": nonsense}', "{'Items': []}"])
def test_broken_json_is_a_feed_error(text: str) -> None:
    with pytest.raises(FeedError) as problem:
        list(objects_in(buffered(text), "Items"))
    assert problem.value.code == "aws_broken_json"


def test_a_flat_object_holds_only_strings_and_numbers() -> None:
    def read(text: str) -> dict[str, str]:
        stream = events(buffered(text))
        next(stream)
        with reading():
            return flat(stream)

    assert read('{"a": "x", "b": 1, "c": null}') == {"a": "x", "b": "1", "c": ""}
    with pytest.raises(FeedError) as problem:
        read('{"a": {"b": 1}}')
    assert (problem.value.code, problem.value.found) == ("aws_other_shape", "a")
