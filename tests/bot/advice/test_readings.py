"""A text is read once for what it is read several times."""

from __future__ import annotations

import pytest

from bot.advice import readings
from bot.advice.readings import KEPT, Readings
from engine.forms import FORMS
from engine.reading.asking.turn import whole
from engine.reading.vocabulary import compile_vocabulary
from knowledge.facts import Facts


def test_a_text_is_read_once_and_again_when_others_came(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(readings, "whole", lambda text, vocabulary: seen.append(text) or whole(text, vocabulary))
    made = Readings(compile_vocabulary(facts, FORMS), facts)
    before = made.of("Llama 8B fine-tune")
    assert made.of("Llama 8B fine-tune") is before and seen == ["Llama 8B fine-tune"]
    followed = made.of("make it 70B", before)
    assert followed.profile.parameters == 70e9 and made.of("make it 70B", before) is followed
    assert made.of("make it 70B") != followed
    for number in range(KEPT):
        made.of(f"{number} runs")
    assert made.of("Llama 8B fine-tune") == before and seen.count("Llama 8B fine-tune") == 2
