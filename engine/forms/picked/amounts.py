"""What the text says that each card costs: an hour of it, or the card; by where it stands beside the card's name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.workload.told_prices import told_prices

_BARE = re.compile(
    r"(?<![\w.,])(\d{1,3}(?:\.(?!000)\d{1,3}|,\d{1,2})?)\s*(?:/|per|an?|pro|par|por|l')\s*"
    r"(?:gpu[- ]?)?(?:h|hr|hour|std|stunde|heure|hora)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"(?:\b(?:at|for|zu|für|à|a|costs?|kostet)\s+|@\s*)(?:([$€£])\s?)?(\d{1,3}(?:[.,]\d{3})+|\d{3,6}|\d{1,3}(?:[.,]\d+)?\s?k)\b"
    r"\s*(usd|dollars?|eur|euros?|[$€£])?(?!\s*(?:/|per\b|gb|gib|w\b|watts?|tokens?|users?|img|images?|steps?|hours?))",
    re.IGNORECASE,
)
_KILO, _K, _NEAR = 1000.0, 1024, 60  # letters behind a name
_LEAST = 150.0  # what a card costs at least
_SIGNS = {"e": "€", "€": "€", "£": "£"}


class Amount(NamedTuple):
    """`amount` of `sign`, "" where none is said."""

    amount: float
    sign: str


def hourly(text: str, places: Mapping[str, int], reach: int = _NEAR) -> dict[str, Amount]:
    """An hour of each thing, by the name it stands behind; `places`: where each ends; `reach`: letters behind it."""
    found = [(one.at, Amount(one.hourly, one.sign)) for one in told_prices(text) if one.hours <= 1]
    known = [at for at, _ in found]
    for match in _BARE.finditer(text):
        if all(abs(match.start() - at) > len(match[0]) for at in known):
            found.append((match.start(), Amount(float(match[1].replace(",", ".")), "")))
    return _behind(sorted(found), places, reach)


def bought(text: str, places: Mapping[str, int], length: int | None = None) -> dict[str, Amount]:
    """One of each thing, bought; a bare "32k" is none where the text says sequences of that `length`."""
    found = []
    for match in _WHOLE.finditer(text):
        sign = (match[1] or match[3] or "").casefold()
        amount = _number(match[2])
        if not sign and length and amount in (length, length / _K * _KILO):
            continue
        if amount >= _LEAST:
            found.append((match.start(), Amount(amount, _SIGNS.get(sign[:1], "$" if sign else ""))))
    return _behind(found, places)


def _number(words: str) -> float:
    plain = words.casefold().replace(" ", "")
    if plain.endswith("k"):
        return float(plain[:-1].replace(",", ".")) * _KILO
    return float(re.sub(r"[.,](?=\d{3})", "", plain))


def _behind(found: Sequence[tuple[int, Amount]], places: Mapping[str, int], reach: int = _NEAR) -> dict[str, Amount]:
    """Each amount is of the nearest name before it."""
    told: dict[str, Amount] = {}
    for at, amount in found:
        before = [(place, name) for name, place in places.items() if 0 <= at - place <= reach]
        if before and max(before)[1] not in told:
            told[max(before)[1]] = amount
    return told
