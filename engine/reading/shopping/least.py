"""Memory that machines shall have at least, of who asks which do: "machines with >= 640 GB of GPU memory on Azure".

The amount is a requirement: it stands whatever work is spoken of beside it, and it is that of all chips of a machine
unless it is said of each.
"""

from __future__ import annotations

from engine.reading.shopping.shopped import BEHIND, MOST_GB, Text
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match

LEAST, EACH = "least_memory", "memory_of_each"  # word classes: "at least 48 GB", "96GB+"; said of one card
LISTED, OF_EACH = "machines_with", "machines_with_each"  # the cues of such a question, which are given here
BEFORE = 3  # tokens between the words for a card's memory and the gigabytes behind them
CHOICE = frozenset({"which_type", "cheapest_of", "price", "price_strong", "which_hardware", "for_less"})  # cues
OTHER = frozenset({"fit_least", "memory_error", "no_room", "asks_if"})  # cues of who has work to place
FAMILIES = frozenset({"gpu", "tpu"})


def least(text: Text) -> float | None:
    """Gigabytes of a machine in all, taken out of the numbers; None where none are said so, or of each card."""
    cues = {str(match.value) for match in text.matches if match.slot == "cue"}
    named = any(m.slot == "instances" or (m.slot == "candidates" and m.value not in FAMILIES) for m in text.matches)
    lists = bool(text.classes.get("any_machine") or text.classes.get("superlative") or cues & CHOICE)
    plain = bool(text.classes.get("superlative") or cues.isdisjoint(OTHER))
    if named or not (lists and plain):
        return None
    for number in text.numbers:
        last = _gigabytes(text, number)
        if last is None or not (_is_least(text, number) or text.classes.get("any_machine")):
            continue
        if not _is_of_cards(text, number, last):
            continue
        text.matches.append(Match("cue", LISTED, number.first, last))
        if text.classes.get(EACH):
            text.matches.append(Match("cue", OF_EACH, number.first, last))
            return None
        unit = text.at("gigabytes", number.last) or text.at("terabytes", number.last)
        text.numbers.remove(number)
        text.covered.update(range(number.first, last))
        return number.value * float(unit.value) if unit else None
    return None


def _gigabytes(text: Text, number: Number) -> int | None:
    unit = text.at("gigabytes", number.last) or text.at("terabytes", number.last)
    fits = unit is not None and not number.money and number.scale == 1
    return unit.last if unit and fits and 1 < number.value * float(unit.value) <= MOST_GB else None


def _is_least(text: Text, number: Number) -> bool:
    spans = text.classes.get(LEAST, {}).values()
    return any(one.first <= number.first < one.last for one in spans)


def _is_of_cards(text: Text, number: Number, last: int) -> bool:
    """Whether the words for a card's memory stand right behind the gigabytes, or before them."""
    behind = any(text.at("card_memory", at) for at in range(last, min(last + BEHIND, len(text.tokens))))
    before = text.classes.get("card_memory", {}).values()
    return behind or any(0 <= number.first - one.last <= BEFORE for one in before)
