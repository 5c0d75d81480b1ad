"""Memory that is seen, against the weights."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_more_than_half_precision_is_told_as_that(advisor: Advisor) -> None:
    """Whisper medium: 769M x 2 = 1.5 GB, x 4 = 3.1 GB; 5 GB are the latter and buffers."""
    first = advisor.ask("Is it normal that whisper medium occupies 5 GB of my 3060 12GB?").facts.headline
    assert first is not None and first.code == "taken_seen" and first.values["level"] == "wide"
