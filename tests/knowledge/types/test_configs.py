"""Rows of the config formats."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from engine.configs.registry import FORMATS
from knowledge.facts import ConfigKey, Facts


def test_a_row_without_a_key_is_refused() -> None:
    with pytest.raises(ValidationError):
        ConfigKey(format="axolotl", field="model", keys=())


def test_every_row_belongs_to_a_format_of_the_data(facts: Facts) -> None:
    assert {row.format for row in facts.config_keys} <= set(facts.config_formats) | {"any"}


def test_formats_of_the_data_are_those_of_the_registry(facts: Facts) -> None:
    files = {row.id for row in facts.config_formats.values() if row.kind != "serving"}  # a server trains nothing
    assert files == {format.id for format in FORMATS}


def test_a_word_has_a_meaning_only_where_the_row_lists_it(facts: Facts) -> None:
    wordless = [row for row in facts.config_keys if row.how == "word" and not row.words]
    assert wordless == []
