"""JSON of any length, read event by event: what is wanted is built, the rest is passed over."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ijson
from ijson.common import ObjectBuilder

from knowledge.feeds.aws.document import CHUNK_BYTES, FOUND
from knowledge.types.observed import FeedError

Event = tuple[str, Any]
STARTS = frozenset({"start_map", "start_array"})
ENDS = frozenset({"end_map", "end_array"})


@contextmanager
def reading() -> Iterator[None]:
    """What is no JSON, or stops in the middle of it, as a FeedError."""
    try:
        yield
    except (ijson.JSONError, UnicodeDecodeError) as problem:
        raise FeedError("aws_broken_json", " ".join(str(problem).split())[:FOUND]) from None


def events(buffered: io.BufferedReader, *, several: bool = False) -> Iterator[Event]:
    """Its events; `several` allows one document after another.

    AWS writes amounts as strings, so numbers may be C's: asked for Python's, the parser in C goes on after an error
    of thousands of digits, and may take the process with it.
    """
    return iter(ijson.basic_parse(buffered, buf_size=CHUNK_BYTES, multiple_values=several, use_float=True))


def enter(told: Event, opening: str, name: str) -> None:
    """Raises FeedError where `name` does not begin with `opening`."""
    if told[0] != opening:
        raise FeedError("aws_no_column", name)


def members(stream: Iterator[Event]) -> Iterator[tuple[str, Event]]:
    """Key and first event of each member of the object just entered. Whoever gets a container reads it to its end."""
    for told, key in stream:
        if told == "end_map":
            return
        yield key, next(stream)


def items(stream: Iterator[Event]) -> Iterator[Event]:
    """First event of each item of the array just entered."""
    for told in stream:
        if told[0] == "end_array":
            return
        yield told


def flat(stream: Iterator[Event]) -> dict[str, str]:
    """The object just entered, if all it holds are words and numbers.

    Raises:
        FeedError: it holds another object or an array.
    """
    held = {}
    for key, (told, value) in members(stream):
        if told in STARTS:
            raise FeedError("aws_other_shape", key)
        held[key] = "" if value is None else str(value)
    return held


def build(stream: Iterator[Event], first: Event) -> Any:
    """The value that begins with `first`."""
    builder = ObjectBuilder()
    builder.event(*first)
    depth = int(first[0] in STARTS)
    while depth:
        told, value = next(stream)
        builder.event(told, value)
        depth += (told in STARTS) - (told in ENDS)
    return builder.value


def listed(buffered: io.BufferedReader, name: str) -> Iterator[dict[str, Any]]:
    """The objects in the array `name` of each document; pages may stand one after another in one file.

    Raises:
        FeedError: a page has no such array.
    """
    with reading():
        stream = events(buffered, several=True)
        for page in stream:
            enter(page, "start_map", name)
            met = False
            for key, first in members(stream):
                if key != name:
                    skip(stream, first)
                    continue
                enter(first, "start_array", name)
                met = True
                for opening in items(stream):
                    enter(opening, "start_map", name)
                    yield build(stream, opening)
            if not met:
                raise FeedError("aws_no_column", name)


def skip(stream: Iterator[Event], first: Event) -> None:
    """Past the value that begins with `first`."""
    if first[0] not in STARTS:
        return
    depth = 1
    for told, _ in stream:
        if told in STARTS:
            depth += 1
        elif told in ENDS:
            depth -= 1
            if not depth:
                return
