"""The name that was probably meant."""

from __future__ import annotations

from bot.wording.nearest import nearest


def test_a_slip_is_recognized_and_another_word_is_not() -> None:
    assert nearest("txt", ["slots", "text"]) == "text"
    assert nearest("question", ["slots", "text"]) is None and nearest("text", []) is None
