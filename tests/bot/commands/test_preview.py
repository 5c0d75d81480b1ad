"""`chipscout preview`: a page on disk, or through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout
from bot.wording.errors import UserError
from tests.day import FOUNDING


def run(db: Path, *words: str) -> Result:
    return CliRunner(env={"CHIPSCOUT_DB": str(db)}).invoke(chipscout, ["preview", FOUNDING, *words])


def test_without_a_file_the_page_goes_to_the_pipe(tmp_path: Path) -> None:
    page = run(tmp_path / "none.db").output
    assert page.startswith("<!doctype html>") and "Trainium2" in page


def test_a_file_gets_the_page_and_the_terminal_its_name(tmp_path: Path) -> None:
    page = tmp_path / "card.html"
    said = run(tmp_path / "none.db", "--out", str(page), "--theme", "dark").output
    assert str(page) in said.replace("\n", "")
    assert "Trainium2" in page.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    refused = run(tmp_path / "none.db", "--out", str(tmp_path / "no" / "card.html")).exception
    assert isinstance(refused, UserError) and refused.code == "unwritable_file"


@pytest.mark.parametrize("width", ["319", "wide"])
def test_no_screen_is_narrower_than_a_phone(tmp_path: Path, width: str) -> None:
    assert run(tmp_path / "none.db", "--width", width).exit_code == 2


def test_open_shows_below_the_card_what_its_buttons_open(tmp_path: Path) -> None:
    closed, opened = (run(tmp_path / "none.db", *flags).output for flags in ((), ("--open",)))
    assert "Why not higher" not in closed and "Why not higher" in opened
