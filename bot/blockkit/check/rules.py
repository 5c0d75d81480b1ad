"""What a table of keys cannot say: one named predicate each, used by name in `slack_limits.toml`.

A rule looks at one object and yields the way to the fault from there, and the fault. Values of the wrong type
are passed over: the shape has complained already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

Fault: TypeAlias = tuple[tuple[str | int, ...], str]
Rule: TypeAlias = Callable[[Mapping[str, object]], Iterator[Fault]]


def entries(value: object) -> Sequence[object]:
    """The entries of a list; nothing for anything else."""
    return value if isinstance(value, list | tuple) else ()


def objects(value: object) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The objects in a list, numbered; whatever else is in it is passed over."""
    for number, entry in enumerate(entries(value)):
        if isinstance(entry, Mapping):
            yield number, entry


def rows_of_one_width(table: Mapping[str, object]) -> Iterator[Fault]:
    rows = entries(table.get("rows"))
    width = len(entries(rows[0])) if rows else 0
    for number, row in enumerate(rows):
        if len(entries(row)) != width:
            yield ("rows", number), f"has {len(entries(row))} cells; header: {width}"


def plain_header_cells(table: Mapping[str, object]) -> Iterator[Fault]:
    rows = entries(table.get("rows"))
    for number, cell in objects(rows[0] if rows else ()):
        if cell.get("type") == "rich_text":
            yield ("rows", 0, number, "type"), "no rich_text in headers"


def row_header_within_table(table: Mapping[str, object]) -> Iterator[Fault]:
    rows = entries(table.get("rows"))
    width = len(entries(rows[0])) if rows else 0
    index = table.get("row_header_column_index")
    if isinstance(index, int) and index >= width:
        yield ("row_header_column_index",), f"is {index}; the table has {width} columns, counted from 0"


def collapse_settings_agree(container: Mapping[str, object]) -> Iterator[Fault]:
    collapsible = container.get("is_collapsible") is True
    if collapsible and container.get("has_header_divider") is True:
        yield ("has_header_divider",), "cannot stand beside is_collapsible"
    if not collapsible and container.get("default_collapsed") is True:
        yield ("default_collapsed",), "needs is_collapsible"


def file_input_without_dispatch(block: Mapping[str, object]) -> Iterator[Fault]:
    element = block.get("element")
    if block.get("dispatch_action") is True and isinstance(element, Mapping) and element.get("type") == "file_input":
        yield ("dispatch_action",), "cannot stand beside file_input"


def initial_among_options(element: Mapping[str, object]) -> Iterator[Fault]:
    offered = list(entries(element.get("options")))
    for _, group in objects(element.get("option_groups")):
        offered += entries(group.get("options"))
    chosen = element.get("initial_option")
    if chosen is not None and chosen not in offered:
        yield ("initial_option",), "not among options"
    for number, option in objects(element.get("initial_options")):
        if option not in offered:
            yield ("initial_options", number), "not among options"


def _in_order(low: str, high: str) -> Rule:
    def rule(element: Mapping[str, object]) -> Iterator[Fault]:
        least, most = element.get(low), element.get(high)
        if isinstance(least, int) and isinstance(most, int) and least > most:
            yield (low,), f"is {least}, above {high} {most}"

    return rule


def _twice(names: Iterator[tuple[int, object]]) -> Iterator[tuple[int, object]]:
    seen: list[object] = []
    for number, name in names:
        if name in seen:
            yield number, name
        seen.append(name)


def labels_once(chart: Mapping[str, object]) -> Iterator[Fault]:
    for number, label in _twice((n, segment.get("label")) for n, segment in objects(chart.get("segments"))):
        yield ("segments", number, "label"), f"{label!r} stands twice"


def series_names_once(chart: Mapping[str, object]) -> Iterator[Fault]:
    for number, name in _twice((n, series.get("name")) for n, series in objects(chart.get("series"))):
        yield ("series", number, "name"), f"{name!r} stands twice"


def one_point_per_category(chart: Mapping[str, object]) -> Iterator[Fault]:
    axis = chart.get("axis_config")
    categories = entries(axis.get("categories")) if isinstance(axis, Mapping) else ()
    for number, category in _twice(iter(enumerate(categories))):
        yield ("axis_config", "categories", number), f"{category!r} stands twice"
    for number, series in objects(chart.get("series")):
        labels = [point.get("label") for _, point in objects(series.get("data"))]
        if sorted(map(str, labels)) != sorted(map(str, categories)):
            yield ("series", number, "data"), "labels must equal axis_config.categories"


RULES: dict[str, Rule] = {
    "collapse_settings_agree": collapse_settings_agree,
    "file_input_without_dispatch": file_input_without_dispatch,
    "initial_among_options": initial_among_options,
    "labels_once": labels_once,
    "lengths_in_order": _in_order("min_length", "max_length"),
    "lines_in_order": _in_order("min_lines", "max_lines"),
    "one_point_per_category": one_point_per_category,
    "plain_header_cells": plain_header_cells,
    "row_header_within_table": row_header_within_table,
    "rows_of_one_width": rows_of_one_width,
    "series_names_once": series_names_once,
}
