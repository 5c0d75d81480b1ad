"""The intent of short questions."""

from __future__ import annotations

import tomllib

import pytest

from tests.engine.reading.test_read import TEXTS, reading


def kinds() -> list[list[str]]:
    return list(tomllib.loads((TEXTS / "intents.toml").read_text(encoding="utf-8"))["rows"])


@pytest.mark.parametrize("row", kinds(), ids=lambda row: row[1])
def test_a_short_question_is_of_its_kind(row: list[str]) -> None:
    wanted, text, *also = row
    assert reading(text).intent in (wanted, *also)


@pytest.mark.parametrize("row", [row for row in kinds() if row[0] == "off_topic"], ids=lambda row: row[1])
def test_a_question_about_something_else_states_no_workload(row: list[str]) -> None:
    assert reading(row[1]).profile.stated() == {}
