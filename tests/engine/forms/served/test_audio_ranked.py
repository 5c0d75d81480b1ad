"""The most audio for a dollar, of what was named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.audio_ranked import AudioRanked, AudioUnheld

ASKED = "T4, L4, A10G or inf2.xlarge: which one gives the most audio hours per dollar for Whisper large-v3?"


def test_those_that_were_named_are_ranked_by_hours_a_dollar(advisor: Advisor) -> None:
    said = advisor.ask(ASKED).facts.headline
    assert isinstance(said, AudioRanked) and said.is_named
    assert {row[0] for row in said.rows} == {"g4dn.xlarge", "g6.xlarge", "g5.xlarge"}
    each = [row[3] for row in said.rows]
    assert each == sorted(each, reverse=True)


def test_hours_a_dollar_are_times_real_time_over_the_rate(advisor: Advisor) -> None:
    """A T4 has 65/312 of the peak and 320/2,039 of the bandwidth of the A100 that did 91.8: at least 14.4 times."""
    said = advisor.ask(ASKED).facts.headline
    assert isinstance(said, AudioRanked)
    _, chip, rate, _, low, _ = next(row for row in said.rows if row[0] == "g4dn.xlarge")
    assert "T4" in chip and low * rate == pytest.approx(14.4, rel=0.03)


def test_a_machine_of_unknown_speed_is_told_what_it_has_to_do(advisor: Advisor) -> None:
    lines = advisor.ask(ASKED).facts.sentences
    unheld = next(line for line in lines if isinstance(line, AudioUnheld))
    assert unheld.instance == "inf2.xlarge" and unheld.times > 1
