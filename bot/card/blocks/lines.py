"""Lines of a card as Slack's markup: the words escaped, their sources as links behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.blockkit.build import Mrkdwn, bold, joined, link, safe
from bot.card.card import Card
from bot.card.fact_lines import CardLine
from bot.wording.words import say as sentence

WORDS = "words/slack.j2"
LONGEST_SENTENCE = 1000  # above the blocks
MOST = 8000 - LONGEST_SENTENCE  # of all blocks of a message, as Slack counts; somewhere above 12,000 it refuses them
Line = TypeVar("Line", CardLine, str)


def say(macro: str, *values: object) -> str:
    return sentence(WORDS, macro, *values)


def line(shown: Card, entry: CardLine) -> Mrkdwn:
    return joined([safe(entry.text), *cited(shown, entry.notes)])


def cited(shown: Card, numbers: Sequence[int]) -> list[Mrkdwn]:
    return [link(url(shown, number), f"[{number}]") for number in numbers]


def url(shown: Card, number: int) -> str | None:
    return next((note.url for note in shown.notes if note.number == number), None)


def named(*lines: tuple[str, Sequence[str]]) -> list[Mrkdwn]:
    """A name and words, a line each."""
    return [joined([bold(safe(say(name))), safe(" · ".join(words))]) for name, words in lines if words]


def first(entries: Sequence[Line], characters: int) -> int:
    """How many of the first entries fit; one always does."""
    length = 0
    for count, entry in enumerate(entries):
        length += len(entry if isinstance(entry, str) else entry.text)
        if length > characters and count:
            return count
    return len(entries)
