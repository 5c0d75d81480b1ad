"""What a file looks like that is not what it was said to be."""

from __future__ import annotations

import io

import pytest

from bot.feeds.config import configured
from bot.feeds.detect_format import looks_like
from knowledge.facts import Facts
from knowledge.types.observed import ParseContext
from tests.bot.catalogs import AS_IT_WAS, catalog
from tests.day import DAY


def looks(facts: Facts, content: bytes, said: str = "recorded") -> str:
    file = io.BytesIO(content)
    feeds = configured(facts)
    told = looks_like(file, said, feeds, ParseContext(DAY, None, feeds.prefixes))
    assert file.tell() == 0  # whoever reads it next begins at its beginning
    return told


def test_the_file_of_another_feed_is_named(facts: Facts) -> None:
    assert "skypilot" in looks(facts, catalog(AS_IT_WAS))


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"\x00\x01\x02", "binary"),
        (b"<!DOCTYPE html><title>Sign in</title>", "web page"),
        (b'{"Items": [], "Count": 0}', "Items"),
        (b"name,colour,price\n", "colour"),
        (b"Dear colleague,", "Dear colleague"),
    ],
)
def test_what_is_of_no_feed_is_told_by_its_kind(facts: Facts, content: bytes, word: str) -> None:
    assert word.casefold() in looks(facts, content).casefold()
