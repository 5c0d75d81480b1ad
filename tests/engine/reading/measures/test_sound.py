"""Hours of sound: told as such, or as pieces of so long each."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    "text",
    [
        "40k calls a month of 6 minutes with whisper large, cost on aws?",
        "we transcribe 40,000 calls a month, 6 min each, whisper large v3",
        "40 mil llamadas al mes de 6 minutos con whisper large, cuánto cuesta en aws",
    ],
)
def test_pieces_of_so_long_each_are_hours_that_come(advisor: Advisor, text: str) -> None:
    """4,000 hours a month are 480,000 clips of 30 s in 30.4 days."""
    said = advisor.parse(text).profile
    assert said.samples_per_second == pytest.approx(480_000 / (30.4 * 86_400), rel=0.01)
    assert said.run_hours is None and said.requests_per_second is None


def test_a_time_that_was_taken_is_no_length(advisor: Advisor) -> None:
    said = advisor.parse("whisper large takes 6 minutes per call, 40k calls a month, cost on a T4?").profile
    assert said.samples_per_second is None
