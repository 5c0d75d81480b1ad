"""The sentences of sums by units."""

from __future__ import annotations

from bot.wording.reasons import fact
from engine.forms.worked.worked_reasons import Piece, Sum, WorkedOut


def test_a_sum_shows_its_working() -> None:
    pieces = (
        Piece(kind="told", words="40k steps", value=40_000),
        Piece(kind="told", words="3.2 s/step", value=3.2 / 3600),
        Piece(kind="price", value=21.96),
    )
    line = fact(WorkedOut(sums=(Sum(wants="usd", value=780.8, pieces=pieces),)))
    assert line == "$781 (40k steps x 3.2 s/step x $21.96 an hour)."


def test_cards_are_said_with_how_busy_they_are() -> None:
    count = Sum(wants="count", value=3.33, whole=4, at_busy=5, busy=0.7)
    assert fact(WorkedOut(sums=(count,), named="NVIDIA T4")).startswith(
        "5 x NVIDIA T4, at most 70% busy: 3.33 of them"
    )
