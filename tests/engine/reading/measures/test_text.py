"""Words at a place, and where something ends."""

from __future__ import annotations

from engine.reading.document import laid_out
from engine.reading.measures.text import is_end, norm
from tests.engine.reading.test_read import vocabulary


def test_outside_a_text_stands_nothing() -> None:
    text = laid_out("8 GPUs (A100)", vocabulary())
    assert norm(text, 99) == "" and norm(text, -1) == ""
    assert is_end(text, 2) and not is_end(text, 1)
