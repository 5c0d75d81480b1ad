"""Where the SQLite file lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.environment.database_path import default_path, path
from bot.wording.errors import UserError


def test_the_environment_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", " /srv/chipscout/team.db ")
    assert path() == Path("/srv/chipscout/team.db")


def test_the_environment_names_a_database_of_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", "postgresql://ada:s3cret@127.0.0.1:5432/team")
    assert str(path()) == "postgresql://ada@127.0.0.1:5432/team"


@pytest.mark.parametrize("value", ["mysql://ada:s3cret@127.0.0.1/team", "postgresql://ada:s3cret@127.0.0.1"])
def test_another_address_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", value)
    with pytest.raises(UserError) as refused:
        path()
    assert refused.value.values == {"names": ("CHIPSCOUT_DB",)}


@pytest.mark.parametrize("value", ["", "   "])
def test_an_empty_value_counts_as_unset(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", value)
    assert path() == default_path()


def test_the_default_is_in_a_folder_of_its_own() -> None:
    assert default_path().parts[-2:] == ("chipscout", "chipscout.db")
