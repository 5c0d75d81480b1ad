"""Rows, width and bytes of embedding tables as a text tells them: "800M x 64", "76,914,149 entities, hidden dim 400",
"26 tables of 40M rows x 128", "1.1 TB of fp32 embeddings".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.workload.profile import Reading

_SCALES = {
    "k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6, "millionen": 1e6, "millions": 1e6,
    "millones": 1e6, "milhões": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9, "milliarden": 1e9, "mrd": 1e9,
    "milliards": 1e9, "万": 1e4, "百万": 1e6, "千万": 1e7, "亿": 1e8, "億": 1e8, "억": 1e8, "만": 1e4,
}  # fmt: skip
_N = r"(?<![\w.,$^])(\d[\d,]*(?:\.\d+)?(?:e\d{1,2}|\^\d{1,2})?)\s?("
_N += "|".join(sorted(_SCALES, key=len, reverse=True)) + r")?"
_NOUN = (
    r"(users?|items?|rows?|entity|entities|relations?|products?|words|ids|keys|categories|nodes?|vertices|songs|movies|"
    r"articles|features|hashes|skus|listings|ads|creators|playlists|merchants|cookies|tokens|"
    r"zeilen|nutzern?|artikeln?|einträgen?|utilisateurs|lignes|produits|usuarios|filas|productos|usuários|linhas|itens|"
    r"artículos|用户|商品|物品|行|条|实体|节点|행|유저|アイテム|ユーザー?)"
)
_FILLED = r"[\s-]*(?:of\s|de\s|个|件|unique\s|different\s|distinct\s|sparse\s|hash(?:ed)?\s|total\s|active\s)*"
_ROWS = re.compile(_N + _FILLED + _NOUN + r"(?![a-z])", re.IGNORECASE)
_ROWS_BEHIND = re.compile(
    r"(用户|商品|物品|实体|节点|ユーザー|アイテム)\s*(?:数|共|有|约|为|:|：|\s)*" + _N, re.IGNORECASE
)
_ROWS_ARE = re.compile(
    r"\b(?:number|total|count|num)\s+(?:of\s+)?(?:the\s+)?" + _NOUN + r"\s*(?:is|are|=|:|~|about|around|\s)+" + _N,
    re.IGNORECASE,
)
_DIM = r"(?:(?:hidden|embed\w*|emb|vector|feature|latent|row|factor)[\s_-]?)?"
_DIM += r"(?:dim(?:ension)?(?:ality)?s?|width|size|breite|largeur|ancho|largura|dimensión|维度?|차원)"
_WIDTH = (
    re.compile(
        r"(?<![\w.,])(\d{1,5})[\s-]?(?:-?d(?:im\w*)?\b|dimensional|dimensions?|wide|breit|维|차원|次元)", re.I
    ),
    re.compile(
        r"\b" + _DIM + r"(?:\s*(?:of|is|=|:|von|de|about|around|up to)\s*|\s+)(\d{1,5})(?!\.?\d|\s?[gt]i?b)", re.I
    ),
    re.compile(r"(?:\bup to|\bgo to|\bd\s?=)\s*(\d{1,4})(?!\.?\d|\s?[gt]i?b)", re.I),
)
_SHAPE = re.compile(
    _N + r"(?:\s*" + _NOUN + r")?(?:\s\w+)?\s*(?:[x×*]|by|mal)\s*(\d{1,5})(?!\.?\d|\s?(?:gb|gib|gpus?|tables))", re.I
)
_TABLES = re.compile(
    r"(?<![\w.,])(\d{1,4})\s*(?:\w+\s)?(?:embedding\s|sparse\s|categorical\s)*tables\b", re.IGNORECASE
)
_SIZE = re.compile(
    r"(?<![\w.])(\d{1,4}(?:[.,]\d+)?)\s?(tb|tib|gb|gib)\s+(?:of\s+|de\s+)?(?:\w+\s+){0,2}?"
    r"(?:embedding\w*|lookup|tables?|嵌入|表)"
    r"|embeddings?(?:[\s-]tables?)?(?:\s\w+){0,2}?\s(?:to|of|are|is|at|with|:|一共|共)\s*(\d{1,4}(?:[.,]\d+)?)\s?(tb|tib|gb|gib)",
    re.IGNORECASE,
)
_RAM = re.compile(
    r"(?<![\w.])(\d{1,5})\s?(gb|gib|tb|tib)\s*(?:of\s|de\s)?(?:system\s|host\s|cpu\s)?(?:ram|memory|mem|host|memoria|"
    r"mémoire|speicher|内存)(?![a-z])"
    r"|\b(?:ram|memory|machine|server|host|box|node)\s*(?:with|of|has|mit|:|=|,)\s*(\d{1,5})\s?(gb|gib|tb|tib)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"embedd?ing|\bkge?\b|knowledge graph|recsys|recommend|two[- ]tower|dlrm|torchrec|dgl|hugectr|adagrad|"
    r"lookup table|\bentities\b|\brows\b.*\bdim|\bids x \d|transe|factori[sz]ation|node2vec|deepwalk|嵌入|"
    r"推荐|임베딩|推薦|einbettung|plongement",
    re.IGNORECASE,
)
_TEXTS = re.compile(
    r"\b(?:documents?|chunks|passages|texts|sentences|corpus|vector (?:db|database|store|index)|faiss)\b", re.I
)
_BYTES = {"tb": 1e12, "tib": 2.0**40, "gb": 1e9, "gib": 2.0**30}
BYTES = {"fp32": 4, "tf32": 4, "bf16": 2, "fp16": 2, "fp8": 1, "int8": 1}  # of a value
LEAST_ROWS, LEAST_GB = 1e4, 1e9  # below them it is no table that memory is asked about


class Shape(NamedTuple):
    """All tables: `rows` x `width` values of `each` bytes (0 rows: bytes alone were told); `ram`: bytes of a host."""

    rows: float
    width: int
    tables: int
    each: int
    size: float
    ram: float


def shape_of(reading: Reading) -> Shape | None:
    """None where no embedding tables are spoken of, or neither rows and width nor their bytes are told."""
    text = reading.text
    if _ABOUT.search(text) is None or _TEXTS.search(text) is not None:
        return None
    written = next((name for name in BYTES if name in text.lower()), "fp32")
    each = BYTES.get(reading.profile.precision or written, BYTES["fp32"])
    ram = _gigabytes(_RAM.search(text))
    if (size := _gigabytes(_SIZE.search(text))) >= LEAST_GB:
        return Shape(0.0, 0, 1, each, size, ram if ram != size else 0.0)
    rows, width = rows_of(text), width_of(text)
    if shapes := list(_SHAPE.finditer(text)):
        if len(shapes) > 1 or (rows > _number(shapes[0][1], shapes[0][2]) and width):
            shapes = []
        else:
            rows, width = _number(shapes[0][1], shapes[0][2]), width or int(shapes[0][4])
    found = _TABLES.search(text)
    tables = int(found[1]) if found and int(found[1]) > 0 else 1
    if rows < LEAST_ROWS or not width:
        return None
    return Shape(rows, width, tables, each, rows * width * tables * each, ram)


def rows_of(text: str) -> float:
    """Rows of all tables that are told: of users and of items; 0 where none are."""
    told = {match[3].lower(): _number(match[1], match[2]) for match in _ROWS.finditer(text)}
    for pattern in (_ROWS_ARE, _ROWS_BEHIND):
        told |= {match[1].lower(): _number(match[2], match[3]) for match in pattern.finditer(text)}
    return sum(number for number in told.values() if number >= 1)


def width_of(text: str) -> int:
    """Values of a row, the most that is told; 0 where it is not."""
    return max((int(match[1]) for pattern in _WIDTH for match in pattern.finditer(text)), default=0)


def _gigabytes(match: re.Match[str] | None) -> float:
    if match is None:
        return 0.0
    number, kind = (match[1], match[2]) if match[1] else (match[3], match[4])
    return float(number.replace(",", ".")) * _BYTES[kind.lower()]


def _number(digits: str, scale: str | None) -> float:
    plain, _, power = digits.replace(",", "").partition("^")
    value = float(plain) ** float(power) if power else float(plain)
    return value * _SCALES.get((scale or "").lower(), 1.0)
