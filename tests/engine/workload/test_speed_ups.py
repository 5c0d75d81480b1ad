"""How much faster somebody says one card is."""

from __future__ import annotations

import pytest

from engine.workload.speed_ups import speed_up_told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the 1.2-1.5x does not justify it", (1.2, 1.5)),
        ("it is 2x faster", (2, 2)),
        ("1.3 times as fast", (1.3, 1.3)),
        ("30% faster here", (1.3, 1.3)),
        ("1.5 to 2 times the throughput", (1.5, 2)),
        ("8 x A100 against 4x H100", None),  # counts of cards
        ("0.5x the speed", None),
        ("640x480 images", None),
    ],
)
def test_only_a_speed_up_is_one(text: str, told: tuple[float, float] | None) -> None:
    assert speed_up_told(text) == told
