"""Lines of somebody else are no statement of the asker."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.reading.words.quotes import own_words, quoted_words

TURN = "> Do your H100s connect via NVLink?\n\nlet me ask them, can we see it on the machine with a command?"


def test_each_character_keeps_its_place() -> None:
    own = own_words(TURN)
    assert len(own) == len(TURN) and own.endswith("with a command?") and "NVLink" not in own
    assert quoted_words(TURN) == "Do your H100s connect via NVLink?"


@pytest.mark.parametrize("text", ["> only a quote", ">>> import torch", "a > b and c >= d"])
def test_what_is_no_quote_or_all_there_is_stays(text: str) -> None:
    assert own_words(text) == text


def test_a_quoted_line_states_nothing_and_says_what_is_spoken_of(advisor: Advisor) -> None:
    before = advisor.ask("LoRA of a 7B on 2 A100 40GB: does it fit?").goes_on_from
    told = advisor.ask(TURN, before=before)
    assert "h100" not in told.reading.profile.candidates
    assert card_text(told).startswith("nvidia-smi topo -m shows how the cards are linked")
