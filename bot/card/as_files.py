"""The answer as a file: its options as CSV, the whole of it as JSON, its trace as text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Literal, NamedTuple

from bot.advice.advisor import Answer
from bot.card.as_json import (
    answer_json,
    trace_json,
)
from bot.card.as_text import math_text
from bot.card.fact_lines import Json

Kind = Literal["csv", "json", "math"]
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # a spreadsheet would work these out instead of showing them
LEFT_OUT = frozenset({"memory", "beside"})  # nested further than a table goes; the JSON has them
BOM = "\ufeff"  # without it a spreadsheet takes UTF-8 for something else


class Exported(NamedTuple):
    """A file to hand over."""

    name: str
    content: str


def exported(answer: Answer, kind: Kind, number: str) -> Exported:
    """The answer as a file of that kind; `number` goes into its name."""
    if kind == "csv":
        return Exported(f"chipscout-{number}.csv", csv_text(answer))
    if kind == "json":
        body = answer_json(answer) | {"trace": trace_json(answer)}
        return Exported(f"chipscout-{number}.json", json.dumps(body, ensure_ascii=False, indent=1) + "\n")
    return Exported(f"chipscout-{number}-math.txt", math_text(answer))


def csv_text(answer: Answer) -> str:
    """One line an offering; a range takes three columns (likely, low, high). Names and units as in `ask --json`."""
    lines = [_flat(option) for option in answer_json(answer)["options"]]
    columns = list(dict.fromkeys(name for line in lines for name in line))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: guarded(value) for name, value in line.items()} for line in lines)
    return BOM + out.getvalue()


def guarded(value: object) -> object:
    """A cell that no spreadsheet takes for a formula; numbers are left as they are."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _flat(option: Json) -> dict[str, object]:
    line: dict[str, object] = {}
    for name, value in option.items():
        if name in LEFT_OUT:
            continue
        if name in RANGES:
            interval: Mapping[str, object] = value or {}
            line |= {f"{name}_{part}": interval.get(part) for part in ("likely", "low", "high")}
        else:
            line[name] = " ".join(map(str, value)) if isinstance(value, list) else value
    return line


RANGES = frozenset(
    {
        "hours_per_run",
        "usd_per_run",
        "port_usd",
        "usd_total",
        "usd_per_million_tokens",
        "kwh_per_run",
        "gco2e_per_run",
    }
)
