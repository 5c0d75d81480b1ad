"""The memory that work is said to take: "it uses 17GB", "the 768p version needs around 40GB", "the model is 66 GB"."""

from __future__ import annotations

from engine.reading.document import Document, Mention
from engine.reading.words.numbers import Number

_BETWEEN = 2  # tokens between the words that say so and the gigabytes
_SUBJECT = 4  # tokens before a verb in which somebody is named, or a question opens
_MOST_GB = 5_000


def taken(document: Document) -> list[Mention]:
    """Gigabytes that work takes, wherever they are said again; the first count. Taken out of the numbers that count."""
    mentions: list[Mention] = []
    for number in list(document.numbers):
        unit = document.at("gigabytes", number.last)
        if unit is None or number.money or number.scale != 1 or not 0 < number.value <= _MOST_GB:
            continue
        last = unit.last
        named = document.at("memory_taken_unit", last)
        if named is not None:
            last = named.last
        elif document.at("memory_after", last) is not None or document.at("not_taken", last) is not None:
            continue  # "needs a 24GB card", "uses 40 GB of text"
        again = any(mention.value == number.value for mention in mentions)
        if not again and not _is_said_taken(document, number, last):
            continue
        mentions.append(Mention("taken_gb", number.value, number.first, last))
        document.numbers.remove(number)
        document.aside.update(range(number.first, last))
    return mentions


def _is_said_taken(document: Document, number: Number, last: int) -> bool:
    """Whether a verb before the gigabytes, or words behind them, say that work takes them; "do I need 24GB?" asks."""
    verb = document.ending("memory_taken", number.first, _BETWEEN, longest=True)
    if verb is None:
        return document.at("memory_taken_behind", last) is not None
    before = range(max(0, verb.first - _SUBJECT), verb.first)
    return not any(document.at("not_taking", at) is not None for at in before)
