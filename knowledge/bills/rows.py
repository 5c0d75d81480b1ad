"""Rows of text cells with columns in snake case, and how nested records become them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from knowledge.types.bill import BillError

LOOKED_AT = 200  # JSON leaves out what is null: the columns are those of so many objects
Record = Mapping[str, Any]
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SIGNS = re.compile(r"[^a-zA-Z0-9]+")


class Rows(NamedTuple):
    """One file: its columns in snake case, and its rows with the columns asked for; what a file lacks is empty."""

    columns: tuple[str, ...]
    of: Callable[[Sequence[str]], Iterator[tuple[str, ...]]]


def snake(name: str) -> str:
    """`lineItem/UsageType`, `SkuPriceDetails` and `sku.description` as the rules name them."""
    return _SIGNS.sub("_", _WORD.sub("_", name.strip())).strip("_").lower()


def flat(record: Record, before: str = "") -> Iterator[tuple[str, str]]:
    """The cells of a nested record by path; a list stays one cell, as JSON."""
    for name, value in record.items():
        path = f"{before}_{snake(name)}" if before else snake(name)
        if isinstance(value, Mapping) and value:
            yield path, as_text(value)
            yield from flat(value, path)
        else:
            yield path, as_text(value)


def as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping | list):
        return json.dumps(value, default=str)
    return repr(value) if isinstance(value, float) else str(value)


def of_records(records: Iterable[Record]) -> Rows:
    """Rows of nested records, whose columns are those of the first ones."""
    stream = iter(records)
    first = list(islice(stream, LOOKED_AT))
    columns = tuple(dict.fromkeys(path for record in first for path, _ in flat(record)))
    if not columns:
        raise BillError("empty")

    def of(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
        for record in chain(first, stream):
            cells = dict(flat(record))
            yield tuple(cells.get(name, "") for name in names)

    return Rows(columns, of)
