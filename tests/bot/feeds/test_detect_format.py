"""What a file looks like if it is not what the user said it is."""

from __future__ import annotations

import io

import pytest

from bot.feeds.config import configured
from bot.feeds.detect_format import looks_like
from knowledge.facts import Facts
from knowledge.types.observed import ParseContext
from tests.bot.catalogs import AS_IT_WAS, catalog
from tests.day import DAY


def looks(facts: Facts, content: bytes, stated_feed: str = "recorded") -> str:
    file = io.BytesIO(content)
    feeds = configured(facts)
    description = looks_like(file, stated_feed, feeds, ParseContext(DAY, None, feeds.prefixes))
    assert file.tell() == 0  # the next reader starts at the beginning
    return description


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
def test_a_file_of_no_feed_is_described_by_its_kind(facts: Facts, content: bytes, word: str) -> None:
    assert word.casefold() in looks(facts, content).casefold()
