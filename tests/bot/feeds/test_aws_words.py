"""Every code of the AWS parsers has its words, and no words are left over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.wording.words import environment, say

ROOT = Path(__file__).resolve().parents[3]
WORDS = "words/prices/feeds_aws.j2"
CODES = {
    code
    for path in (ROOT / "knowledge" / "feeds" / "aws").glob("*.py")
    for code in re.findall(r'(?:code=|FeedError\()"(aws_\w+)"', path.read_text(encoding="utf-8"))
}


def test_codes_and_words_are_the_same() -> None:
    module = environment().get_template(WORDS).module
    assert {name for name in dir(module) if name.startswith("aws_")} == CODES


@pytest.mark.parametrize("code", sorted(CODES - {"aws_block_range"}))
def test_words_work_with_and_without_the_offending_value(code: str) -> None:
    assert say(WORDS, code)
    hostile = say(WORDS, code, "<!channel>\x00\n" + "x" * 500)
    assert "\x00" not in hostile
    assert len(hostile) < 250


def test_the_range_of_block_rates_is_given_if_known() -> None:
    assert say(WORDS, "aws_block_range") == "with blocks at several rates: the lowest was taken"
    assert say(WORDS, "aws_block_range", "35.757989 36.294211 2") == (
        "with blocks at several rates ($35.757989 to $36.294211 per hour in 2 blocks): the lowest was taken"
    )
