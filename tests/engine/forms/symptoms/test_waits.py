"""A share of the time that is waited, as told or by the parts of a step, and what no wait would save."""

from __future__ import annotations

import pytest

from engine.forms.symptoms.symptom_reasons import SymptomTold, SymptomWaits
from engine.forms.symptoms.waits import is_busy, waited

TOLD = SymptomTold(text="It waits.", does="First look.")


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("profiler says 60% of the time is in DataLoader", 0.60),
        ("data loading takes 40% of the training time", 0.40),
        ("step takes 55 s, of which 42 s is compute, and 13 s waiting for the dataloader", 13 / 55),
    ],
)
def test_the_share_and_the_gain(text: str, share: float) -> None:
    """Without a wait of 13 of 55 s a step takes 42: 1.31 times as fast."""
    told = waited(TOLD, text)
    assert isinstance(told, SymptomWaits)
    assert told.share == pytest.approx(share) and told.rest == pytest.approx(1 - share)
    assert told.gain == pytest.approx(1 / (1 - share))


@pytest.mark.parametrize("text", ["GPU util is 60% while loading", "it takes 5 s to load and 9 s to start", "slow"])
def test_no_share_is_made_up(text: str) -> None:
    assert waited(TOLD, text) is TOLD


def test_a_card_that_is_busy_does_not_wait() -> None:
    assert is_busy("gpu utilization is 97% in training") and not is_busy("gpu utilization is 30%")
    assert not is_busy("util jumps between 90% and 0, waiting for data")
