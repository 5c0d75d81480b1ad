"""What an answer is about, as it is kept with a thread."""

from __future__ import annotations

from engine.workload.subject import FirstLine, Subject


def test_it_is_stored_and_read_again() -> None:
    told = FirstLine(words="g6e.xlarge at $1.86", about=(Subject(instance="g6e.xlarge", chip="l40s"),))
    assert FirstLine.model_validate_json(told.model_dump_json()) == told
