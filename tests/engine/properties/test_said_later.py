"""The same said in the first message or in a later turn gives the same figures; so do two turns and both at once."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.advice.thread.first_line import first_words
from tests.share import some

TABLE = Path(__file__).parent / "said_later.toml"
QUESTIONS = tomllib.loads(TABLE.read_text(encoding="utf-8"))["question"]
LATER = ("{}?", "and {}?", "what about {}", "ok but {}", "make it {}")
CORRECTED = ("no, {}", "sorry, I meant {}")
DOLLARS = re.compile(r"\$([\d.,]+)([kM]?)")
SCALE = {"": 1, "k": 1_000, "M": 1_000_000}
NEAR = 0.01  # of dollars that two lines round differently


def changes() -> Iterator[tuple[str, str, str, str]]:
    """Each question with one thing said otherwise: its id, as first asked, what is said later, and as asked so."""
    for asked in QUESTIONS:
        first, others = dict(asked["said"]), dict(asked["or"])
        for name, value in others.items():
            whole = asked["asks"].format(**first | {name: value})
            yield f"{asked['id']}-{name}", asked["asks"].format(**first), value, whole


def pairs() -> Iterator[tuple[str, str, tuple[str, str], str]]:
    for asked in QUESTIONS:
        first, others = dict(asked["said"]), dict(asked["or"])
        for one, two in itertools.permutations(others, 2):
            if f"{one}+{two}" not in asked.get("not", ()):
                whole = asked["asks"].format(**first | {one: others[one], two: others[two]})
                name = f"{asked['id']}-{one}-{two}"
                yield name, asked["asks"].format(**first), (others[one], others[two]), whole


def line(advisor: Advisor, *turns: str) -> str:
    before = None
    for turn in turns:
        answer = advisor.ask(turn, before=before)
        before = answer.goes_on_from
    return first_words(answer)


def says_the_same(told: str, whole: str) -> bool:
    """The same line, or the same dollars first."""
    sums = [DOLLARS.search(words) for words in (told, whole)]
    if told == whole or None in sums:
        return told == whole
    usd = [float(one[1].strip(".,").replace(",", "")) * SCALE[one[2]] for one in sums if one is not None]
    return abs(usd[0] - usd[1]) <= NEAR * max(usd)


@pytest.mark.parametrize(("name", "first", "later", "whole"), list(changes()), ids=lambda value: str(value)[:40])
def test_what_is_said_later_counts_as_if_said_at_first(
    advisor: Advisor, name: str, first: str, later: str, whole: str
) -> None:
    wanted = line(advisor, whole)
    for words in LATER:
        told = line(advisor, first, words.format(later))
        assert says_the_same(told, wanted), (name, words, told, wanted)


@pytest.mark.parametrize(("name", "first", "later", "whole"), list(changes()), ids=lambda value: str(value)[:40])
def test_a_correction_gives_what_the_corrected_question_gives(
    advisor: Advisor, name: str, first: str, later: str, whole: str
) -> None:
    wanted = line(advisor, whole)
    for words in CORRECTED:
        told = line(advisor, first, words.format(later))
        assert says_the_same(told, wanted), (name, words, told, wanted)


@pytest.mark.parametrize(("name", "first", "turns", "whole"), some(list(pairs())), ids=lambda value: str(value)[:40])
def test_two_turns_are_both_at_once(
    advisor: Advisor, name: str, first: str, turns: tuple[str, str], whole: str
) -> None:
    told = line(advisor, first, *(f"and {turn}?" for turn in turns))
    assert says_the_same(told, line(advisor, whole)), (name, told)
