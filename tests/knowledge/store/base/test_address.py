"""Where the store is: a path, or a connection string whose password is never printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.store.base.address import PostgresUrl, in_environment, location

URL = "postgresql://ada:s3cret@db.internal:6432/team?sslmode=require&password=s3cret2"


def test_a_path_is_a_path() -> None:
    assert location("/srv/team.db") == Path("/srv/team.db")


def test_a_password_is_given_to_the_driver_and_to_children_alone() -> None:
    where = location(URL)
    assert isinstance(where, PostgresUrl)
    assert where.with_password() == in_environment(where) == URL
    assert [str(where), repr(where)] == [
        "postgresql://ada@db.internal:6432/team",
        "PostgresUrl('postgresql://ada@db.internal:6432/team')",
    ]


@pytest.mark.parametrize("url", ["mysql://ada:s3cret@h/x", "postgresql://h", "postgresql://h:99999/x"])
def test_what_names_no_database_of_postgresql_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ValueError) as refused:
        location(url)
    assert "s3cret" not in str(refused.value)
