"""One count of machines that tells all that several questions ask."""

from __future__ import annotations

from datetime import date

from bot.advice.advisor import Advisor
from engine.forms.loads.all_named import counts_all
from engine.forms.loads.loads_reasons import LoadTakes
from engine.library import library_of
from knowledge.facts import Facts

TWO = "200 concurrent calls, whisper large-v3-turbo in real time. How many L4? And would T4s do?"


def test_two_questions_of_one_count(advisor: Advisor, facts: Facts) -> None:
    library = library_of(facts)
    assert counts_all(advisor.parse(TWO), library, date(2026, 11, 29))
    assert not counts_all(advisor.parse("How many L4 for 20 fps of YOLOv8m?"), library, date(2026, 11, 29))
    first = advisor.ask(TWO).facts.headline
    assert isinstance(first, LoadTakes)
    assert {row[1] for row in first.rows} == {"NVIDIA L4", "NVIDIA T4"}
    assert first.rate == 200  # hours of sound in an hour
