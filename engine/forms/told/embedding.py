"""What an embedding table takes: rows x width x 4 bytes, and four times that with dense gradients and Adam.

The table is what decides in recommenders and graph embeddings, and no batch or resolution lowers it.
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import meant
from engine.options.problem import Problem
from engine.workload.profile import Reading
from knowledge.units import BYTES_PER_GIB

OPTIMIZERS = frozenset({"states_adam", "states_row", "states_adagrad", "states_none"})  # cues
BYTES = 4  # of a value in FP32
COPIES = 4  # weights, gradients and the two states of Adam
PREDICATES = frozenset({"fit", "able", "which", "meaning", "effect"})
SOURCES = ("domain-practice",)
_TABLE = re.compile(
    r"\bembeddings?[\s-]+(?:tables?|matri(?:x|ces)|layers?|size|dim\w*|width)|嵌入[表层]"
    r"|\b(?:largest|biggest|sparse|lookup)\s+tables?\b|\bsparse[\s-]+features?\s+(?:size|dim\w*)",
    re.I,
)
_SCALE = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "billion": 1e9, "": 1.0}
_ROWS = re.compile(
    r"(?<![\w.,$])(\d[\d,]*(?:\.\d+)?)\s?(k|m|b|thousand|million|billion)?\s+(?:unique\s|different\s|distinct\s)?"
    r"(users|items|rows|entities|products|words|ids|categories|nodes|songs|movies|articles)\b",
    re.I,
)
_WIDTH = (
    re.compile(
        r"(?:[x×*]|\bwidth(?: of)?|\bdim(?:ension)?s?(?: of| =)?|\bsize(?: of| =| larger than)?)\s*(\d{1,4})\b", re.I
    ),
    re.compile(r"(?<![\w.,])(\d{1,4})[\s-]*dim", re.I),
)


_SHAPE = re.compile(  # "an 800M x 64 embedding table", "a table of 800M x 64"
    r"(?<![\w.,$])(\d[\d,]*(?:\.\d+)?)\s?(k|m|b|thousand|million|billion)\s*[x×*]\s*(\d{1,4})(?![\w.,]*\d)", re.I
)
TIMES = {"states_adam": 3, "states_adagrad": 2, "states_row": 1, "states_none": 1}  # of the values, with what is kept
USABLE = "usable_hbm_share"  # the constant


class EmbeddingTakes(Reason, code="embedding_takes"):
    """GB of `rows` x `width` values in FP32 (`width` 0: of each dimension), and with all copies that Adam keeps.

    `card_gb` of each of `cards` that are named, 0 where none is.
    """

    rows: float
    width: int
    gb: float
    with_states: float
    cards: int
    card_gb: float
    all_gb: float  # of all of them
    state: str  # the cue of the optimizer that was named, "" for none
    state_gb: float  # with what that keeps
    judged: bool  # whether it fits is asked
    fits: bool  # the values, and what that keeps, in the memory of the cards


class EmbeddingLowers(Reason, code="embedding_lowers"):
    """What makes a table fit, and what does not lower it."""


def embedding(problem: Problem, reading: Reading) -> FactAnswer | None:
    """None unless rows of such a table are told, and what it takes or whether that fits is asked."""
    if not OPTIMIZERS.isdisjoint(reading.cues) and reading.chains:
        return None  # tables with a named optimizer are told of by the card
    text, shown = reading.text, frozenset(reading.sought.predicates)
    rows, width = _shape(text) or (rows_of(text), width_of(text))
    if _TABLE.search(text) is None or not rows or (shown and PREDICATES.isdisjoint(shown)):
        return None
    gb = rows * (width or 1) * BYTES / 1e9
    kinds = meant(problem, alone=True)
    card = kinds[0].chip_gib * BYTES_PER_GIB / 1e9 if kinds else 0.0
    cards = int(kinds[0].said or reading.profile.accelerator_count or 1) if kinds else 0
    state = next((name for name in TIMES if name in reading.cues), "")
    kept = gb * TIMES.get(state, 1)
    first = EmbeddingTakes(
        rows=rows,
        width=width,
        gb=gb,
        with_states=gb * COPIES,
        cards=cards,
        card_gb=card,
        all_gb=card * cards,
        state=state,
        state_gb=kept,
        judged=not {"fit", "able"}.isdisjoint(shown),
        fits=kept <= card * cards * problem.constants.likely(USABLE),
        cites=SOURCES,
    )
    return FactAnswer(headline=first, sentences=(EmbeddingLowers(cites=SOURCES),), of_told=True, whole=width > 0)


def _shape(text: str) -> tuple[float, int] | None:
    """Rows and width of the one table whose shape is written so; None of none, and of several."""
    found = list(_SHAPE.finditer(text))
    return (_number(found[0]), int(found[0][3])) if len(found) == 1 else None


def rows_of(text: str) -> float:
    """Rows of all tables that are told: of users and of items; 0 where none are."""
    return sum({match[3].lower(): _number(match) for match in _ROWS.finditer(text)}.values())


def width_of(text: str) -> int:
    """Values of a row; 0 where it is not told."""
    widths = (pattern.search(text) for pattern in _WIDTH)
    return next((int(found[1]) for found in widths if found is not None), 0)


def _number(match: re.Match[str]) -> float:
    return float(match[1].replace(",", "")) * _SCALE[(match[2] or "").lower()]
