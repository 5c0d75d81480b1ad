"""`chipscout chat`, as a shell sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import chipscout

DAY = ("--as-of", "2026-11-21")


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "chat.db"))


def chat(*lines: str) -> str:
    done = CliRunner().invoke(chipscout, ["chat", *DAY], input="\n".join(lines))
    assert done.exit_code == 0, done.output
    return done.output


def test_a_line_goes_on_from_the_one_before(tmp_path: Path) -> None:
    said = chat("price of p4d.24xlarge in us-east-1", "", "and p5.48xlarge?", "quit", "never read")
    assert "p4d.24xlarge" in said
    assert "p5.48xlarge (8 x NVIDIA H100 SXM)" in said
    assert "never read" not in said
    assert not list(tmp_path.iterdir())  # nothing is kept


def test_it_may_begin_with_a_question() -> None:
    done = CliRunner().invoke(
        chipscout, ["chat", "price of p4d.24xlarge in us-east-1", *DAY], input="and p5.48xlarge?"
    )
    assert done.output.index("p4d.24xlarge") < done.output.index("p5.48xlarge (8 x NVIDIA H100 SXM)")


def test_what_nobody_can_read_does_not_end_it() -> None:
    said = chat("\x1b[2J?!", "price of p4d.24xlarge in us-east-1")
    assert "p4d.24xlarge" in said
    assert "\x1b" not in said
