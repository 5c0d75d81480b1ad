"""Which of the cards of one name is meant: that of a laptop, one with a suffix nobody knows, one of so much memory.

"RTX 3060 laptop" and "a laptop with a 3060" are a card of their own; "RTX 5080 Super" is no RTX 5080.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token
from knowledge.facts import Facts

UNKNOWN = "unknown_card"  # the slot of a name that begins as that of a card, and goes on
_OF_LAPTOP = " laptop"  # in the name of a card
_LAPTOP = "laptop"  # the slot of the words that say so
_BEFORE = frozenset({
    "with", "has", "having", "an", "a", "the", "its", "my", "is", "and", "nvidia", "geforce", "gtx", "rtx", "gpu",
    "graphics", "card", "gaming", ":", "(", "-", "'", "s", ",", "which",
})  # fmt: skip
_BEHIND = frozenset({
    "in", "on", "of", "inside", "my", "a", "the", "our", "this", "gaming", "gpu", "vram", "(", ")", "-", "gb", "g",
    "gib", "version", "edition",
})  # fmt: skip
_REACH = 5  # tokens between a card and the word that says that it is of a laptop
_CARDS = frozenset({"candidates", "bare_chip"})
_SUFFIXES = frozenset({"ti", "super", "ultra"})
_MOBILE = "m"  # behind the number of a card, without a blank
_SUFFIXED = ("rtx", "gtx", "m1", "m2", "m3", "m4")  # how the ids of cards begin that have such ones
_SAME = 0.12  # a share within which gigabytes are those of a card

Variants = Mapping[str, tuple[tuple[str, float], ...]]  # a name cards go by -> each, with its GiB


def laptops_of(facts: Facts) -> dict[str, str]:
    """The card of each laptop by the word for that of a desktop, whose id has no "m" at its end."""
    return {chip.id.removesuffix("m"): chip.id for chip in facts.accelerators.values() if _OF_LAPTOP in chip.name}


def variants_of(facts: Facts) -> Variants:
    """Each name that GPUs go by, with these; not the forms of one, and not those whose memory is a host's."""
    found: dict[str, list[tuple[str, float]]] = {}
    for chip in facts.accelerators.values():
        if chip.family == "gpu" and not chip.form_of and not chip.shared_memory:
            for name in dict.fromkeys((chip.line, chip.id.split("-")[0])):
                found.setdefault(name or "", []).append((chip.id, chip.hbm_gib.value))
    return {name: tuple(chips) for name, chips in found.items() if name}


def shared_of(facts: Facts) -> frozenset[str]:
    """Chips whose memory is that of the machine: RAM that is said is theirs."""
    return frozenset(chip.id for chip in facts.accelerators.values() if chip.shared_memory)


def apart(tokens: Sequence[Token], matches: list[Match], laptops: Mapping[str, str]) -> list[Match]:
    """With the cards of laptops in place of those of desktops, without those whose names go on to another card."""
    cards = [match for match in matches if match.slot == "candidates"]
    whole = _whole(cards)
    mobile = {match.first: match for match in matches if match.slot == _LAPTOP}
    changed: dict[int, Match] = {}
    for card in whole:
        rest = tokens[card.last] if card.last < len(tokens) else None
        suffixed = rest is not None and str(card.value).startswith(_SUFFIXED)
        is_mobile = rest is not None and rest.norm == _MOBILE and rest.glued
        own = laptops.get(str(card.value))
        if rest is not None and suffixed and (rest.norm in _SUFFIXES or (is_mobile and own is None)):
            changed[id(card)] = Match(UNKNOWN, card.value, card.first, card.last + 1)
        elif own is not None and (is_mobile or _is_of_laptop(tokens, card, mobile)):
            end = mobile[card.last].last if card.last in mobile else card.last + is_mobile
            changed[id(card)] = Match("candidates", own, card.first, end, card.implies)
    if not changed:
        return matches
    return [one for one in matches if not _is_within(one, changed.values())] + list(changed.values())


def _is_within(match: Match, changed: Iterable[Match]) -> bool:
    return match.slot in _CARDS and any(one.first <= match.first and match.last <= one.last for one in changed)


def _whole(cards: Sequence[Match]) -> list[Match]:
    """Without those whose name goes on in another match ("GTX 2080" in "2080 Ti"), or begins earlier there."""
    begins: dict[int, int] = {}  # by where a name ends: where the longest one of them begins
    goes_on: dict[int, int] = {}  # by a token of a name: where the longest one with it ends
    for card in cards:
        begins[card.last] = min(card.first, begins.get(card.last, card.first))
        for at in range(card.first, card.last):
            goes_on[at] = max(card.last, goes_on.get(at, card.last))
    return [card for card in cards if goes_on[card.last - 1] <= card.last and begins[card.last] >= card.first]


def _is_of_laptop(tokens: Sequence[Token], card: Match, mobile: Mapping[int, Match]) -> bool:
    """Whether a laptop stands right behind the card, or before it, with nothing but small words between."""
    for at in range(card.last, min(len(tokens), card.last + _REACH)):
        if at in mobile:
            return True
        if tokens[at].norm not in _BEHIND and tokens[at].kind != "number":
            break
    ends = {match.last for match in mobile.values()}
    for at in range(card.first, max(-1, card.first - _REACH), -1):
        if at in ends:
            return True
        if at and tokens[at - 1].norm not in _BEFORE and at not in ends:
            return False
    return False


def of_memory(variants: Variants, word: str, gb: float | None, count: int = 1) -> tuple[str, bool]:
    """The one of the cards of a name that has so many GiB, else the name; whether they are of `count` together."""
    cards = variants.get(word, ())
    same = _same(cards, gb)
    if gb is None or not cards:
        return word, False
    same = [name for name in same if name == f"{word}-{gb:.0f}"] or same  # the plain one, not that of another form
    if not same and count > 1 and (of_each := _same(cards, gb / count)):
        return (of_each[0] if len(of_each) == 1 < len(cards) else word), True
    return (same[0] if len(same) == 1 < len(cards) else word), False


def is_its_own(variants: Variants, word: str, gb: float) -> bool:
    """Whether a card of that name has so many GiB."""
    return bool(_same(variants.get(word, ()), gb))


def _same(cards: Iterable[tuple[str, float]], gb: float | None) -> list[str]:
    return [name for name, gib in cards if gb and abs(gib / gb - 1) <= _SAME]
