"""A data file that does not match its type is refused with the place of the first error and what was found there."""

from __future__ import annotations

import pytest

from knowledge.errors import KnowledgeError
from knowledge.facts import Fact
from knowledge.packaged import parsed


class Door(Fact):
    width_cm: int


class House(Fact):
    doors: tuple[Door, ...]


def test_a_table_becomes_its_type() -> None:
    assert parsed("[house]\ndoors = [{width_cm = 90}]\n", "house.toml", "house", House).doors[0].width_cm == 90


def test_the_first_error_is_told_with_its_place() -> None:
    text = '[house]\ndoors = [{width_cm = 90}, {width_cm = "wide"}]\n'
    with pytest.raises(KnowledgeError, match=r"house\.toml: doors\.1\.width_cm: .*found 'wide'"):
        parsed(text, "house.toml", "house", House)
