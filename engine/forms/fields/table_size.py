"""Rows and columns of a table that a text tells: "300M rows x 60 features", "20M x 300", "500M rows, 40 columns"."""

from __future__ import annotations

import re
from typing import NamedTuple

_SCALES = {
    "k": 1e3, "m": 1e6, "b": 1e9, "thousand": 1e3, "million": 1e6, "millions": 1e6, "billion": 1e9, "billions": 1e9,
    "mio": 1e6, "mrd": 1e9, "millionen": 1e6, "milliarden": 1e9, "milliarde": 1e9, "millones": 1e6, "milliards": 1e9,
    "mil": 1e3, "万": 1e4, "亿": 1e8, "百万": 1e6,
}  # fmt: skip
_N = (
    r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)\s*("
    + "|".join(sorted(_SCALES, key=len, reverse=True))
    + r")?\.?\s*-?\s*(?:of\s|de\s)?"
)
_ROW = r"(?:rows?|vectors?|embeddings?|descriptors?|points?|vektoren|vecteurs|vectores|向量|"
_ROW += r"records?|samples?|data ?points?|instances?|observations?|examples?|lines|events|zeilen|lignes|filas|"
_ROW += r"registros|entries|行|条)"
_COLUMN = r"(?:features?|columns?|cols?|variables?|attributes?|dimensions?|dims?|spalten|merkmale|colonnes|columnas|"
_COLUMN += r"características|列|特征)"
_WIDE = re.compile(  # values of a vector: "512 float32", "768-d", "of 768", "dim 1536"
    r"(?<![\w.,])(\d{2,5})\s*-?\s*(?:d\b|dim\w*|float\w*|floats|fp(?:16|32)|f32|f16|维|次元|мерн\w*)"
    r"|\b(?:dim\w*|vectors?|embeddings?|width|d)\s*(?:is|are|=|:|of|with|von|de)?\s*(\d{2,5})(?!\d|[.,]\d|\s?[kmb]\b)",
    re.IGNORECASE,
)
_VECTORS = re.compile(_N + r"(?:[\w-]+\s){0,3}?" + _ROW + r"(?![a-z])", re.IGNORECASE)
_ROWS = re.compile(_N + r"(?:\w+\s)?" + _ROW + r"(?![a-z])", re.IGNORECASE)
_COLUMNS = re.compile(_N + r"(?:\w+\s){0,2}?" + _COLUMN + r"(?![a-z])", re.IGNORECASE)
_PAIR = re.compile(
    _N + r"(?:" + _ROW + r"\s*)?(?:x|×|\*|by)\s*" + _N + r"(?![\d]|\s*(?:gb|gib|gpus?|cards?|nodes?|[ahvltb]\d))",
    re.IGNORECASE,
)
_WIDTHS = (
    (re.compile(r"float64|double|int64|f64", re.IGNORECASE), 8.0),
    (re.compile(r"float16|fp16|bf16|int16", re.IGNORECASE), 2.0),
    (re.compile(r"int8|uint8", re.IGNORECASE), 1.0),
    (re.compile(r"float32|fp32|int32|f32", re.IGNORECASE), 4.0),
)
_RAM = re.compile(
    r"(?<![\w.])(\d{1,4})\s*(gb|gib|tb|tib)\s*(?:of\s)?(?:ram|memory|machine|host|box|laptop|server|workstation|vm|node|rechner|maschine)\b",
    re.IGNORECASE,
)
FEW = 1000.0  # rows: below that it is no table


class Table(NamedTuple):
    """`width`: bytes of a cell as it was said, `ram_gb` of the host; 0 where not. `noun`: what columns are called."""

    rows: float
    columns: float
    width: float
    noun: str
    ram_gb: float


def table_of(text: str) -> Table | None:
    """None where rows or columns are not told."""
    rows, columns = _ROWS.search(text), _COLUMNS.search(text)
    width = next((size for pattern, size in _WIDTHS if pattern.search(text)), 0.0)
    if rows and columns:
        told = _value(rows[1], rows[2]), _value(columns[1], columns[2])
    elif pair := _PAIR.search(text):
        told = _value(pair[1], pair[2]), _value(pair[3], pair[4])
    else:
        return None
    ram = _RAM.search(text)
    noun = "features" if columns and columns[0].lower().rstrip("s").endswith("feature") else "columns"
    ram_gb = float(ram[1]) * (1000.0 if ram[2].lower().startswith("t") else 1.0) if ram else 0.0
    return Table(*told, width, noun, ram_gb) if told[0] >= FEW and told[1] >= 1 else None


def vectors_of(text: str) -> Table | None:
    """So many vectors of so many values: "1 billion vectors", "each vector 512 float32"; None where not told."""
    rows = _VECTORS.search(text)
    wide = next((int(one[1] or one[2]) for one in _WIDE.finditer(text)), 0)
    if rows is None or not wide or _value(rows[1], rows[2]) < FEW:
        return table_of(text)
    width = next((size for pattern, size in _WIDTHS if pattern.search(text)), 0.0)
    ram = _RAM.search(text)
    ram_gb = float(ram[1]) * (1000.0 if ram[2].lower().startswith("t") else 1.0) if ram else 0.0
    return Table(_value(rows[1], rows[2]), wide, width, "values", ram_gb)


def _value(number: str, scale: str | None) -> float:
    return float(number.replace(",", "")) * _SCALES.get((scale or "").lower(), 1.0)
