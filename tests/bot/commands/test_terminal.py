"""Tables of commands: narrow where a person looks, in full through a pipe."""

from __future__ import annotations

import pytest

from bot.commands import terminal

ROWS = [("what", "where"), ("p5.48xlarge", "us-east-1, us-east-2 and us-west-2")]


def test_a_terminal_gets_no_line_wider_than_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    assert max(map(len, terminal.table(ROWS).splitlines())) <= 30


def test_a_pipe_gets_a_line_a_row_however_narrow_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "is_terminal", lambda: False)
    monkeypatch.setenv("COLUMNS", "30")
    assert terminal.table(ROWS).splitlines()[1] == "p5.48xlarge  us-east-1, us-east-2 and us-west-2"
