"""JSON of any length, read event by event: wanted values are built, the others are skipped."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ijson
from ijson.common import ObjectBuilder

from knowledge import bounded_json
from knowledge.feeds.aws.document import EXCERPT_LENGTH
from knowledge.types.observed import FeedError

Event = bounded_json.Event
STARTS, ENDS = bounded_json.STARTS, bounded_json.ENDS


@contextmanager
def reading() -> Iterator[None]:
    """Turns errors of the JSON parser, also about a document that was cut off, into a FeedError."""
    try:
        yield
    except (ijson.JSONError, UnicodeDecodeError) as problem:
        raise FeedError("aws_broken_json", " ".join(str(problem).split())[:EXCERPT_LENGTH]) from None


def events(buffered: io.BufferedReader, *, several: bool = False) -> Iterator[Event]:
    """The events of a document; `several` allows one document after another. AWS writes amounts as strings."""
    return bounded_json.events(buffered, several=several)


def expect(event: Event, opening: str, name: str) -> None:
    """Raises FeedError if `name` does not begin with `opening`."""
    if event[0] != opening:
        raise FeedError("aws_no_column", name)


def members(stream: Iterator[Event]) -> Iterator[tuple[str, Event]]:
    """Key and first event of each member of the object just entered. The caller must read each value to its end."""
    for kind, key in stream:
        if kind == "end_map":
            return
        yield key, next(stream)


def items(stream: Iterator[Event]) -> Iterator[Event]:
    """First event of each item of the array just entered."""
    for event in stream:
        if event[0] == "end_array":
            return
        yield event


def flat(stream: Iterator[Event]) -> dict[str, str]:
    """The object just entered, if it contains only strings and numbers.

    Raises:
        FeedError: it contains an object or an array.
    """
    values = {}
    for key, (kind, value) in members(stream):
        if kind in STARTS:
            raise FeedError("aws_other_shape", key)
        values[key] = "" if value is None else str(value)
    return values


def build(stream: Iterator[Event], first: Event) -> Any:
    """The value that begins with `first`."""
    builder = ObjectBuilder()
    builder.event(*first)
    depth = int(first[0] in STARTS)
    while depth:
        kind, value = next(stream)
        builder.event(kind, value)
        depth += (kind in STARTS) - (kind in ENDS)
    return builder.value


def objects_in(buffered: io.BufferedReader, name: str) -> Iterator[dict[str, Any]]:
    """The objects in the array `name` of each document; a file may contain several pages.

    Raises:
        FeedError: a page has no such array, or it holds something else.
    """
    for value in values_in(buffered, name):
        if not isinstance(value, dict):
            raise FeedError("aws_no_column", name)
        yield value


def values_in(buffered: io.BufferedReader, name: str) -> Iterator[Any]:
    """Whatever is in the array `name` of each document.

    Raises:
        FeedError: a page has no such array.
    """
    with reading():
        stream = events(buffered, several=True)
        for page in stream:
            expect(page, "start_map", name)
            has_array = False
            for key, first in members(stream):
                if key != name:
                    skip(stream, first)
                    continue
                expect(first, "start_array", name)
                has_array = True
                for opening in items(stream):
                    yield build(stream, opening)
            if not has_array:
                raise FeedError("aws_no_column", name)


def skip(stream: Iterator[Event], first: Event) -> None:
    """Skips the value that begins with `first`."""
    if first[0] not in STARTS:
        return
    depth = 1
    for kind, _ in stream:
        if kind in STARTS:
            depth += 1
        elif kind in ENDS:
            depth -= 1
            if not depth:
                return
