"""What an amount is per."""

from __future__ import annotations

import pytest

from tests.engine.reading.measures.texts import amounts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9 images per second per L4", (32_400, "chip-1 h-1 image+1")),
        ("14 jobs weekly", (2, "day-1 run+1")),
        ("$7 per 1M tokens", (7e-6, "token-1 usd+1")),
        ("$3 per GPU-hour", (3, "chip-1 h-1 usd+1")),
    ],
)
def test_all_of_them_are_read(text: str, expected: tuple[float, str]) -> None:
    assert amounts(text)[0] == expected
