"""Where the SQLite file lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.environment.database_path import default_path, path


def test_the_environment_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", " /srv/chipscout/team.db ")
    assert path() == Path("/srv/chipscout/team.db")


@pytest.mark.parametrize("value", ["", "   "])
def test_an_empty_value_counts_as_unset(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", value)
    assert path() == default_path()


def test_the_default_is_in_a_folder_of_its_own() -> None:
    assert default_path().parts[-2:] == ("chipscout", "chipscout.db")
