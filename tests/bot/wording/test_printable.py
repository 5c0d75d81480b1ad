"""What may stand in a terminal: letters of any script, and nothing that moves or hides them."""

from __future__ import annotations

import unicodedata

import pytest

from bot.wording.printable import KEPT, printable


@pytest.mark.parametrize("text", ["ask\n\tagain", "naïve 中文 עברית 🙂‍🔧", "$5.04/h – 3 × 8", ""])
def test_words_stay_as_they_are(text: str) -> None:
    assert printable(text) == text


def test_no_control_character_is_left_and_no_other_is_lost() -> None:
    for code in range(0x3000):
        each = chr(code)
        if unicodedata.category(each) == "Cc" and each not in KEPT:
            assert printable(each) == " ", hex(code)
        elif unicodedata.category(each)[0] in "LMNPS":
            assert printable(each) == each, hex(code)


@pytest.mark.parametrize("mark", "\u202e\u202d\u2066\u2069\u200f\u2028\u2029")
def test_nothing_turns_the_order_of_words_or_breaks_lines_unseen(mark: str) -> None:
    assert printable(f"a{mark}b") == "a b"
