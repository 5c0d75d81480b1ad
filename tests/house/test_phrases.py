"""Phrases of the data: words beside a bar are alternatives of one place, so no alternative has a blank in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

DATA = Path(__file__).parents[2] / "knowledge" / "data"
LISTS = ("words", "aliases")


def phrases() -> Iterator[tuple[str, str]]:
    """Every phrase of the data, with its file."""
    for file in sorted(DATA.rglob("*.toml")):
        stack: list[object] = [tomllib.loads(file.read_text(encoding="utf-8"))]
        while stack:
            one = stack.pop()
            if isinstance(one, dict):
                for key, value in one.items():
                    if key in LISTS and isinstance(value, list):
                        yield from ((file.name, word) for word in value if isinstance(word, str))
                    stack.append(value)
            elif isinstance(one, list):
                stack += one


def squeezed(text: str) -> str:
    return re.sub(r"[\W_]", "", text)


def means_two_words(phrase: str) -> bool:
    """ "wie viel|wieviel vram" is wie, then viel or wieviel, so that "wieviel vram" is never read.

    Such a phrase is told by an alternative that joins two words of it.
    """
    places = [place.split("|") for place in phrase.split(" ")]
    for here, there in pairwise(places):
        first, second = here[-1], there[0]
        joined = squeezed(first + second)
        halves = first[:1].isalpha() and second[:1].isalpha() and not (first + second).endswith("?")
        if halves and "?" not in first and joined in map(squeezed, (*here[:-1], *there[1:])):
            return True
    return False


def test_the_check_finds_what_it_is_for() -> None:
    assert means_two_words("single-cell|single cell") and means_two_words("wie viel|wieviel vram")
    assert not means_two_words("evo|esm two|three") and not means_two_words("data? center|datacenter")


def test_no_alternative_of_a_phrase_was_meant_to_have_a_blank() -> None:
    assert [found for found in phrases() if means_two_words(found[1])] == []
