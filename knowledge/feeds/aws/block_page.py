"""AWS's public page of Capacity Block rates: tables of types and regions as JSON inside the page's scripts.

It needs no account. The page has been built in two ways, of which the older one is still read. Both are known from
public programs that read it, not from the page itself: a page of another build is refused, not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from html.parser import HTMLParser
from typing import Any, BinaryIO, NamedTuple

from knowledge import bounded_json
from knowledge.feeds.aws.amounts import rounded
from knowledge.feeds.formats.rules import rules
from knowledge.types.aws_places import aws_place
from knowledge.types.observed import FeedError, Observed, ParseContext, RejectedRow, SeriesKey

LARGEST_BYTES = 1 << 24
PRICING, RATE, REGION, CHIPS = "pricing", "rate", "region", "accelerator"
USUAL = {REGION: "2", RATE: "3", CHIPS: "4"}  # columns of tables that do not name theirs
DOLLARS = re.compile(r"\$\s*([\d,]+(?:\.\d+)?)", re.ASCII)
COUNT = re.compile(r"(\d+)\s*x\b", re.ASCII)
OFF_BY = Decimal("0.01")  # the rate of a chip is rounded
Cells = Mapping[str, str]


class _Row(NamedTuple):
    """A row of the page: the type, and its cells as plain text."""

    instance: str
    region: str
    rate: str
    chips: str


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Observed | RejectedRow]:
    """USD per hour of one instance in a block, by region or Local Zone.

    Raises:
        FeedError: the page has no such table: it is another page, or is built in another way by now.
    """
    wanted = tuple(context.prefixes)
    for document in documents:
        rows = list(_rows(document.read(LARGEST_BYTES).decode("utf-8", "replace")))
        if not rows:
            raise FeedError("aws_block_page")
        for row in rows:
            if row.instance.startswith(wanted):
                yield _price(row)


def _price(row: _Row) -> Observed | RejectedRow:
    """The row's first amount is of an instance, the one in brackets of a chip: they have to agree."""
    name = f"{row.instance} {row.region}"
    where = aws_place(rules().block_places.get(_plain(row.region), ""))
    amounts = [Decimal(amount.replace(",", "")) for amount in DOLLARS.findall(row.rate)]
    count = COUNT.search(row.chips)
    if where is None:
        return RejectedRow(code="aws_no_place", row=name, value=row.region)
    region, zone = where
    key = SeriesKey("aws", row.instance, region, "capacity_block", zone)
    if not amounts or len(amounts) > 2:
        return RejectedRow(code="aws_no_number", row=name, value=row.rate, key=key)
    if not amounts[0]:
        return RejectedRow(code="aws_free", row=name, value=row.rate, key=key)
    if count and len(amounts) == 2 and abs(amounts[0] - amounts[1] * int(count[1])) > OFF_BY * amounts[0]:
        return RejectedRow(code="aws_block_sum", row=name, value=f"{row.rate}, {row.chips}", key=key)
    return Observed(key=key, usd_per_hour=rounded(amounts[0]), chips=float(count[1]) if count else None)


def _rows(page: str) -> Iterator[_Row]:
    scripts = _Scripts()
    scripts.feed(page)
    for text in scripts.found:
        for fields in _fields(_json(text)):
            table = _json(str(fields.get("jsonData") or ""))
            yield from _older(table) if table else _newer(fields)


def _newer(fields: Mapping[str, Any]) -> Iterator[_Row]:
    """Columns, names of rows and cells are texts of JSON, each by itself."""
    if PRICING not in str(fields.get("itemHeading", "")).lower():
        return
    columns = dict(USUAL)
    for column in _list(_json(str(fields.get("itemTableColumns") or ""))):
        heading, accessor = str(column.get("Heading", "")).lower(), str(column.get("accessor", ""))
        columns |= {name: accessor for name in USUAL if name in heading and accessor}
    groups = _list(_json(str(fields.get("itemTableRowGroups") or "")))
    labels = {str(group.get("id")): str(group.get("label", "")) for group in groups}
    for cells in _list(_json(str(fields.get("itemTableData") or ""))):
        yield _row(labels.get(str(cells.get("idProperty")), ""), cells, columns)


def _older(table: Mapping[str, Any]) -> Iterator[_Row]:
    if PRICING not in str(table.get("heading", "")).lower():
        return
    told = table.get("table")
    inner: Mapping[str, Any] = told if isinstance(told, dict) else {}
    labels = {str(row.get("id")): str(row.get("label", "")) for row in _list(inner.get("rowDefinitions"))}
    for cells in _list(inner.get("items")):
        yield _row(labels.get(str(cells.get("idProperty")), ""), cells, USUAL)


def _row(label: str, cells: Mapping[str, Any], columns: Cells) -> _Row:
    region, rate, chips = (_text(str(cells.get(columns[name], ""))) for name in (REGION, RATE, CHIPS))
    return _Row(_text(label), region, rate, chips)


def _fields(outer: Any) -> Iterator[Mapping[str, Any]]:
    data = outer.get("data") if isinstance(outer, dict) else None
    for item in _list(data.get("items") if isinstance(data, dict) else None):
        fields = item.get("fields")
        if isinstance(fields, dict):
            yield fields


def _list(value: object) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _json(text: str) -> Any:
    """What a text of JSON holds; None for any other text, of which a page has many."""
    try:
        return bounded_json.loads(text)
    except ValueError:
        return None


def _plain(region: str) -> str:
    """A place as the rules write it."""
    return region.casefold().replace("ã", "a")


class _Scripts(HTMLParser):
    """The texts of a page's scripts of JSON."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_inside = tag == "script" and dict(attrs).get("type") == "application/json"
        if self._is_inside:
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        self._is_inside = self._is_inside and tag != "script"

    def handle_data(self, data: str) -> None:
        if self._is_inside:
            self.found[-1] += data


class _Words(HTMLParser):
    """What of a cell's markup is text."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.extend(data.split())


def _text(markup: str) -> str:
    words = _Words()
    words.feed(markup)
    words.close()
    return " ".join(words.words)
