"""JSON from other people: what is nested too deeply or never ends is one kind of error, and costs no memory."""

from __future__ import annotations

import io
import json
import resource

import ijson
import pytest

from knowledge.bounded_json import DEPTH, TooDeepError, events, loads, with_paths


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def test_what_is_not_nested_deeper_than_any_price_list_is_read() -> None:
    assert len(list(events(io.BytesIO(nested(DEPTH))))) == 2 * DEPTH
    assert [value for _, kind, value in with_paths(io.BytesIO(b'{"a": [1.5]}')) if kind == "number"] == [1.5]


@pytest.mark.parametrize("read", [events, with_paths])
@pytest.mark.parametrize("body", [nested(DEPTH + 1), b"[" * 40_000, b'{"a":' * 40_000])
def test_what_is_nested_deeper_is_refused_at_once(read: object, body: bytes) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(TooDeepError):
        list(read(io.BytesIO(body)))  # type: ignore[operator]  # both take a file
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kB; without a bound 4 GB


def test_documents_one_after_another_are_as_deep_as_each_of_them() -> None:
    assert len(list(events(io.BytesIO(nested(40) * 3), several=True))) == 240


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000, "[1,", "", '{"a": 1' + "1" * 9999])
def test_whatever_is_wrong_with_a_text_is_one_kind_of_error(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        loads(text)


def test_the_rest_is_read_as_ever() -> None:
    assert loads('{"a": [1, "NaN"]}') == {"a": [1, "NaN"]}
    assert loads(b"[1.50]", parse_float=str) == ["1.50"]
    assert issubclass(TooDeepError, ijson.JSONError)
