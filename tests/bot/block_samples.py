"""The smallest legal blocks, elements, messages and views, to be stretched by a test."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def plain(length: int) -> Json:
    return {"type": "plain_text", "text": "x" * length}


def mrkdwn(length: int) -> Json:
    return {"type": "mrkdwn", "text": "x" * length}


def section(**more: Any) -> Json:
    return {"type": "section", "text": mrkdwn(1), **more}


def button(**more: Any) -> Json:
    return {"type": "button", "text": plain(1), **more}


def option(value: str = "v", **more: Any) -> Json:
    return {"text": plain(1), "value": value, **more}


def raw(text: str = "x") -> Json:
    return {"type": "raw_text", "text": text}


def rich(text: str = "x") -> Json:
    return {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}],
    }


def table(rows: int = 1, columns: int = 1, **more: Any) -> Json:
    return {"type": "table", "rows": [[raw() for _ in range(columns)] for _ in range(rows)], **more}


def data_table(rows: int = 2, columns: int = 1, **more: Any) -> Json:
    return table(rows, columns) | {"type": "data_table", "caption": "prices", **more}


def line(series: int = 1, points: int = 1, label: int = 2, name: int = 2, **axis: Any) -> Json:
    categories = [f"{number:0{label}d}" for number in range(points)]
    data = [{"label": category, "value": 1} for category in categories]
    return {
        "type": "data_visualization",
        "title": "t",
        "chart": {
            "type": "line",
            "series": [{"name": f"{number:0{name}d}", "data": data} for number in range(series)],
            "axis_config": {"categories": categories, **axis},
        },
    }


def pie(segments: int = 1, value: float = 1) -> Json:
    parts = [{"label": str(number), "value": value} for number in range(segments)]
    return {"type": "data_visualization", "title": "t", "chart": {"type": "pie", "segments": parts}}


def container(*children: Json, **more: Any) -> Json:
    return {"type": "container", "title": plain(1), "child_blocks": list(children), **more}


def card(**more: Any) -> Json:
    return {"type": "card", "title": mrkdwn(1), **more}


def field(element: Json, **more: Any) -> Json:
    return {"type": "input", "label": plain(1), "element": element, **more}


def message(*blocks: Json, **more: Any) -> Json:
    return {"text": "t", "blocks": list(blocks), **more}


def modal(*blocks: Json, **more: Any) -> Json:
    return {"type": "modal", "title": plain(1), "submit": plain(1), "blocks": list(blocks), **more}


def home(*blocks: Json, **more: Any) -> Json:
    return {"type": "home", "blocks": list(blocks), **more}


def on(element: Json) -> Json:
    """A message with one element in an actions block."""
    return message({"type": "actions", "elements": [element]})


def menu(**more: Any) -> Json:
    return on({"type": "static_select", **more})
