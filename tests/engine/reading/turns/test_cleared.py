"""What a turn takes back."""

from __future__ import annotations

import pytest

from engine.reading.asking.turn import turned, whole
from tests.engine.reading.test_read import vocabulary

WORK = "Serve Llama 70B at 50 requests/s on GCP in Frankfurt, latency under 200 ms"


@pytest.mark.parametrize(
    ("turn", "slot"),
    [
        ("latency doesnt matter", "latency_ms"),
        ("any region is fine", "region"),
        ("the cloud doesn't matter any more", "clouds"),
        ("die Latenz ist egal", "latency_ms"),
    ],
)
def test_what_bounds_nothing_any_more_is_gone(turn: str, slot: str) -> None:
    before = whole(WORK, vocabulary())
    after = turned(before, turn, vocabulary())
    assert getattr(before.profile, slot) and not getattr(after.profile, slot)
    assert after.taken_back == (slot,) and after.form == before.form


def test_what_asks_for_it_takes_nothing_back() -> None:
    after = turned(whole(WORK, vocabulary()), "which region is the cheapest?", vocabulary())
    assert not after.taken_back
