"""JSON from other people, entry by entry: pages of an API, one document each, never loaded as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import BinaryIO

import ijson

from knowledge import bounded_json
from knowledge.feeds.formats.csv_table import clipped
from knowledge.types.observed import FeedError

Entry = Mapping[str, object]


def entries(document: BinaryIO, under: str, count: str = "") -> Iterator[Entry]:
    """The objects in the list `under`, or in a bare list; none of an empty object. Numbers are float or int.

    Raises:
        FeedError: not JSON, cut off, without such a list, or with fewer entries than its own `count` says.
    """
    found, held, said, is_bare = False, 0, 0, False
    names: list[str] = []
    builder: ijson.ObjectBuilder | None = None
    prefix = ""
    try:
        for path, event, value in bounded_json.with_paths(document):
            is_bare = is_bare or (event == "end_map" and not path and not names)
            if not prefix and event == "start_array" and path in ("", under):
                prefix, found = f"{path}.item".removeprefix("."), True
            elif not prefix and event == "map_key" and not path:
                names.append(str(value))
            elif count and path == count and event == "number":
                said = int(value)
            elif prefix and path == prefix and event == "start_map":
                builder = ijson.ObjectBuilder()
                builder.event(event, value)
            elif builder is not None:
                builder.event(event, value)
                if path == prefix and event == "end_map":
                    entry, builder = builder.value, None
                    held += 1
                    yield entry
    except ijson.IncompleteJSONError as error:
        raise FeedError("cut_off" if found else "not_json", clipped(str(error))) from None
    except (ijson.JSONError, UnicodeDecodeError, ValueError, ArithmeticError) as error:
        raise FeedError("not_json", clipped(str(error))) from None
    if found and held < said:
        raise FeedError("counted_more", f"{held}/{said}")
    if not found and not is_bare:  # "{}" is a page without entries: services leave out what is empty
        raise FeedError("wrong_document", clipped(",".join(names)))


def text(entry: Entry, name: str) -> str:
    """A text field of an entry; empty if there is none."""
    value = entry.get(name)
    return value.strip() if isinstance(value, str) else ""


def number(entry: Entry, name: str) -> Decimal | str | None:
    """A number field of an entry, or the text it has instead."""
    value = entry.get(name)
    if isinstance(value, bool) or not isinstance(value, int | Decimal | float | str):
        return None if value is None else "?"
    return value if isinstance(value, str) else Decimal(str(value))


def inside(entry: Entry, name: str) -> Entry:
    """An object in an entry; an empty one if there is none."""
    value = entry.get(name)
    return value if isinstance(value, Mapping) else {}


def several(entry: Entry, name: str) -> list[Entry]:
    """The objects of a list in an entry."""
    value = entry.get(name)
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def texts(entry: Entry, name: str) -> list[str]:
    """The texts of a list in an entry, without blank ones."""
    value = entry.get(name)
    return (
        [item.strip() for item in value if isinstance(item, str) and item.strip()] if isinstance(value, list) else []
    )
