"""JSON and TOML as entries."""

from __future__ import annotations

import pytest

from engine.configs.syntax.data_text import json_entries, toml_entries
from engine.configs.syntax.entries import ConfigError, Entry


def test_json_has_lines() -> None:
    assert json_entries('{\n "a": {\n  "b": 1}\n}') == (Entry("a.b", 1, 3),)


def test_comments_and_trailing_commas_are_forgiven() -> None:
    assert json_entries('{\n// why\n"a": 1,\n}') == (Entry("a", 1, 3),)


def test_toml_sections_are_paths() -> None:
    assert toml_entries('[training]\nseq_len = 8192\nmode = "full"\n') == (
        Entry("training.seq_len", 8192, 2),
        Entry("training.mode", "full", 3),
    )


@pytest.mark.parametrize("text", ['{"a": }', '{"a": 1', "[" * 100_000])
def test_broken_json_is_one_error(text: str) -> None:
    with pytest.raises(ConfigError):
        json_entries(text)


def test_broken_toml_says_its_line() -> None:
    with pytest.raises(ConfigError) as error:
        toml_entries("a = 1\nb = = 2\n")
    assert (error.value.code, error.value.line, error.value.detail) == ("syntax", 2, "TOML")


def test_json_that_nests_too_deep_is_told_how_deep_it_may() -> None:
    with pytest.raises(ConfigError) as caught:
        json_entries("[" * 100_000)
    assert (caught.value.code, caught.value.detail) == ("too_deep", "40")


def test_comments_stand_anywhere_but_in_a_string() -> None:
    text = '{"a": 1, // one\n /* two\n lines */ "b": "http://x", "c": 3,}'
    assert [entry[:2] for entry in json_entries(text)] == [("a", 1), ("b", "http://x"), ("c", 3)]
