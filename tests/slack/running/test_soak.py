"""Mixed traffic with writers on the same file."""

from __future__ import annotations

from pathlib import Path

from tests.slack import soak


def test_nothing_is_lost_or_doubled_and_what_the_app_holds_is_bounded(tmp_path: Path) -> None:
    """A few seconds; `python -m tests.slack.soak 30` for thirty minutes."""
    report = soak.soak(4.0, tmp_path)
    assert report.done.total() > 10 and report.writes
    assert (report.lost, report.doubled) == ({}, {})
    assert report.most.handles < 200
    assert report.most.threads < 120
    assert report.most.log < 32 * 2**20
