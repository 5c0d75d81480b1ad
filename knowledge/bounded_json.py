"""JSON from other people, with a bound on its depth.

Nobody's price list is nested sixty deep. A document that is costs memory without end: 40 kB of `[` made four
gigabytes, because each level repeats the path to it. Whatever the standard library raises about such a text becomes
one kind of error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

import ijson

DEPTH = 64
STARTS = frozenset({"start_map", "start_array"})
ENDS = frozenset({"end_map", "end_array"})
CHUNK_BYTES = 1 << 16

Event = tuple[str, Any]


class TooDeepError(ijson.JSONError, ValueError):  # type: ignore[misc]  # ijson has no types
    """Nested deeper than `DEPTH`."""


def events(file: IO[bytes], *, several: bool = False) -> Iterator[Event]:
    """The events of a document; `several` allows one document after another.

    Numbers are read as C numbers: with Python's, the parser in C crashes on an integer of endless digits.

    Raises:
        ijson.JSONError: it is not JSON, is cut off, or is nested too deeply.
    """
    depth = 0
    for event in ijson.basic_parse(file, buf_size=CHUNK_BYTES, multiple_values=several, use_float=True):
        if event[0] in STARTS:
            depth += 1
            if depth > DEPTH:
                raise TooDeepError(f"nested more than {DEPTH} deep")
        elif event[0] in ENDS:
            depth -= 1
        yield event


def with_paths(file: IO[bytes]) -> Iterator[tuple[str, str, Any]]:
    """The same, each with the path to it."""
    return iter(ijson.parse(events(file)))


def loads(text: str | bytes, **how: Any) -> Any:
    """What a text of JSON holds.

    Raises:
        json.JSONDecodeError: it is not JSON, is nested too deeply, or has an endless number.
    """
    try:
        return json.loads(text, **how)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError) as problem:
        raise json.JSONDecodeError(str(problem) or type(problem).__name__, "", 0) from None
