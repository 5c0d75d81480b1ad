"""What a percentage is a share of."""

from __future__ import annotations

import pytest

from tests.engine.reading.measures.texts import of


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("at 60% utilization", "busy"),
        ("they sit idle 35% of the time", "idle"),
        ("trn1 would cut 35%", "off"),
        ("20% overhead", "more"),
        ("62% of it", "of"),
    ],
)
def test_its_words_say(text: str, role: str) -> None:
    assert [one.role for one in of(f"{text}, what does it cost?").measures] == [role]
