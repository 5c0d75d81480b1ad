"""Groups of cards that a text tells: how many groups, of how many cards each."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORDS = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "pair": 2, "pairs": 2,
    "zwei": 2, "drei": 3, "vier": 4, "acht": 8, "deux": 2, "trois": 3, "quatre": 4, "huit": 8, "dos": 2, "tres": 3,
    "cuatro": 4, "ocho": 8, "两": 2, "二": 2, "四": 4,
}  # fmt: skip
_N = r"(\d{1,3}|" + "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True)) + r")"
_GROUP = r"(?:groups?|replicas?|copies|copy|instances?|islands?|sets?|teams?|gruppen?|repliken|kopien|groupes?|"
_GROUP += r"répliques?|grupos?|réplicas?|copias?|组|副本|レプリカ|グループ)"
_CARD = r"(?:gpus?|cards?|chips?|devices?|karten|cartes|tarjetas|卡|张|枚)"
_OF = r"(?:\s|\b(?:model|the|model's|of|je|jeweils|with|on|over|across|using|von|mit|auf|à|de|con|em|each|having|"
_OF += r"that|use|uses|span|spanning|taking|,|x)\b|[^\w\s.?!]|的|每){0,12}?"
_GROUPS_OF = re.compile(rf"(?<![\w.]){_N}\s*(?:\w+\s)?{_GROUP}{_OF}\s*{_N}(?![\w.]*\d)", re.IGNORECASE)
_WITH_NAME = re.compile(
    rf"(?<![\w.]){_N}\s*(?:\w+\s)?{_GROUP}\b(?:[^.?!\n]|\.(?=\d)){{0,60}}?[\s,(]{_N}\s*{_CARD}",
    re.IGNORECASE,
)
_PARALLEL = re.compile(
    rf"(?<![\w.]){_N}\s*(?:\w+\s)?{_GROUP}\b[^?!\n]{{0,60}}?(?:tensor[- ]?parallel\w*|\btp)[\s=]*"
    rf"(?:size|of|degree)?[\s=]*{_N}(?!\w)",
    re.IGNORECASE,
)
_OF_GROUPS = re.compile(rf"{_GROUP}\s*(?:of|von|de|à)?\s*{_N}\s*(?:x|×|\*|by)\s*{_N}(?!\w)", re.IGNORECASE)
_OF_EACH = re.compile(rf"{_GROUP}\s*(?:of|von|de|à)\s*{_N}(?!\s*(?:x|×|\*|gb|gib)|\w)", re.IGNORECASE)
_TIMES = re.compile(
    rf"\b(?:in|as|into|like|als|e\.g\.,?|en|zu|eg|e\.g)\s+{_N}\s*(?:x|×|\*)\s*{_N}(?!\w)", re.IGNORECASE
)
_PLUS = re.compile(r"(?<![\w.+])(\d{1,2})(?:\s*\+\s*\1)+(?!\w)")
_PAIRS = re.compile(rf"(?<![\w.])(?:{_N}\s+)?(?:pairs|paare|paires|pares)\b", re.IGNORECASE)
_EACH = re.compile(rf"(?<![\w.]){_N}\s*(?:{_CARD}\s*)?(?:per|each|for each|/|pro|par|por)\s*{_GROUP}", re.IGNORECASE)
MOST = 512


class Groups(NamedTuple):
    """`copies` groups of `cards` each; a 0 was not told."""

    copies: int
    cards: int


def card_groups(text: str, cards: int) -> Groups | None:
    """`cards`: how many there are in all, 0 where not told. Of "2 x 4" the order that the text says first."""
    for pattern in (_OF_GROUPS, _PARALLEL, _WITH_NAME, _GROUPS_OF, _TIMES):
        if found := pattern.search(text):
            count, each = _value(found[1]), _value(found[2])
            if 1 < count * each <= (cards or MOST):
                return Groups(count, each)
    if found := _PLUS.search(text):
        return Groups(found[0].count("+") + 1, int(found[1]))
    if found := _EACH.search(text) or _OF_EACH.search(text):
        each = _value(found[1])
        return Groups(cards // each if each else 0, each) if 0 < each <= (cards or MOST) else None
    if found := _GROUPS_OF.search(text):  # "two groups of two 4090", of which two alone were counted
        count, each = _value(found[1]), _value(found[2])
        return Groups(count, each) if 1 < count * each <= MOST and cards in (count, each) else None
    if found := _PAIRS.search(text):
        return Groups(_value(found[1]) if found[1] else cards // 2, 2)
    return None


def _value(word: str) -> int:
    return _WORDS.get(word.lower(), 0) or int(word)
