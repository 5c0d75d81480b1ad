"""Whether a restated line says nothing that its text does not: every number and every name is in the text.

A language model may get a question wrong; it may not bring in a figure or a machine nobody mentioned.
"""

from __future__ import annotations

import re
import unicodedata

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SCALED = re.compile(r"\s?(k|thousand|m|million|b|billion|t|trillion)\b")
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "billion": 1e9, "t": 1e12, "trillion": 1e12}
_TIMES = (1.0, 1e3, 1e4, 1e6, 1e8, 1e9, 1e12)  # what a number of a text may be counted in, in any language
_SPELLED = {
    "a": 1, "an": 1, "one": 1, "single": 1, "once": 1, "two": 2, "both": 2, "twice": 2, "dual": 2, "double": 2,
    "pair": 2, "three": 3, "triple": 3, "four": 4, "quad": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "sixteen": 16,
    "一": 1, "单": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "十": 10,
}  # fmt: skip
_COUNTED = re.compile(
    r"\d[\d.,]*(k|m|b|t|x|gb|gib|tb|h|s)?|\d+x\d+|(bf|fp|tf|int)\d+|zero-?[123]|\d+-?(bit|year|month|week|day|hour|minute|way|node)s?"
)  # of these the numbers are looked at
_CLOSE = 1e-6


def is_grounded(line: str, text: str) -> bool:
    """Whether each number of `line` is one of `text`, and each name with a digit stands there too."""
    line, text = _plain(line), _plain(text)
    known = _values(text)
    if not all(any(_same(value, other) for other in known) for value in _amounts(line)):
        return False
    squeezed = _squeezed(text)
    return all(_squeezed(word) in squeezed for word in _names(line))


def stands_in(part: str, text: str) -> bool:
    """Whether a part of a text was copied from it, whatever its blanks and capitals."""
    plain = " ".join(part.split()).lower()
    return bool(plain) and plain in " ".join(text.split()).lower()


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def _numbers(text: str) -> list[tuple[float, int]]:
    found = []
    for match in _NUMBER.finditer(text):
        written = match.group()
        plain = written.replace(",", "") if _GROUPED.fullmatch(written) else written.replace(",", ".")
        if plain.count(".") <= 1:
            found.append((float(plain), match.end()))
    return found


def _amounts(line: str) -> list[float]:
    """The numbers of a line, scaled; 1 says no more than "a" does."""
    found = []
    for value, end in _numbers(line):
        scale = _SCALED.match(line, end)
        amount = value * (_SCALES[scale.group(1)] if scale else 1)
        if amount != 1:
            found.append(amount)
    return found


def _values(text: str) -> list[float]:
    """What the numbers of a text may stand for."""
    written = [value for value, _ in _numbers(text)]
    spelled = [value for word, value in _SPELLED.items() if _has(word, text)]
    return [value * scale for value in (*written, *spelled) for scale in _TIMES]


def _has(word: str, text: str) -> bool:
    return re.search(rf"\b{word}\b", text) is not None if word.isascii() else word in text


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= _CLOSE * max(abs(one), abs(other))


def _names(line: str) -> list[str]:
    """Words in which letters and digits meet: "h100", "p5.48xlarge", "llama-3.1-8b" - not "32,768" or "50m"."""
    words = re.findall(r"[a-z0-9][a-z0-9.\-_]*[a-z0-9]", line)
    mixed = [word for word in words if re.search(r"[a-z]", word) and re.search(r"\d", word)]
    return [word for word in mixed if not _COUNTED.fullmatch(word)]
