"""Chips that a number or a short name means only by what stands beside it: "v3-8", "TPU v3/v4", "4090 vs 5090"."""

from __future__ import annotations

from itertools import pairwise

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token, is_unspaced

_OPENS = frozenset({"(", "[", ":", ",", "/", "=", "'", '"'})
_LONGEST_SLICE = 6  # digits of the cores of a slice
_LISTS = frozenset(
    {"+", "&", "/", ",", "-", "(", "and", "or", "vs", "versus", "a", "an", "the", "one", "another", "my", "to"}
)
_MEASURES = frozenset("元円원条張张枚块個个步次回번개장万千人名年月日时時分秒字件")
_GIGABYTES = frozenset({"gb", "gib", "g"})
_LISTED = 5  # of these words between two chips of one kind
_CARDS = ("rtx", "gtx")  # how the ids of cards that a number alone may name begin
_NO_GPU = ("tpu", "trainium", "inferentia", "gaudi", "gpu")  # how names begin beside which a number is a number
_BEHIND_CARDS = frozenset({
    "gpu", "gpus", "card", "cards", "ok", "okay", "for", "on", "is", "are", "enough", "good", "fine", "in",
    "with", "do",
})  # fmt: skip
_SURE = "sure"
_NO_CARD = frozenset({"$", "#", "€", "£", "=", "~"})  # before a sum or a count
_UNITS = frozenset({"x", "%", "p", "k", "px", "dpi", "hz", "mhz", "w", "ms"})
_SETS_AGAINST = frozenset({"vs", "versus", "or", "and", "+", "&", "/"})


def slices(tokens: list[Token], matches: list[Match]) -> list[Match]:
    """TPU slices named alone: "v3-8". A version before a number ("DeepSeek-V3 8 x H100") is none."""
    found: list[Match] = []
    for match in matches:
        behind = tokens[match.last : match.last + 3]
        if match.slot != "slice_of" or len(behind) < 2 or _is_in_a_name(tokens, match.first):
            continue
        dash, number, *after = behind
        cores = int(number.norm) if number.norm.isdecimal() and len(number.norm) < _LONGEST_SLICE else 0
        ends = not after or not after[0].glued or after[0].kind == "mark"
        if dash.norm == "-" and dash.glued and number.glued and ends and cores > 1 and cores & (cores - 1) == 0:
            found.append(Match("candidates", match.value, match.first, match.last, match.implies))
    return found


def _is_in_a_name(tokens: list[Token], at: int) -> bool:
    """Whether a word goes on here: "DeepSeek-V3"; a bracket before it is none: "CloudTPU(v3-8)"."""
    return bool(at) and tokens[at].glued and tokens[at - 1].norm not in _OPENS


def with_chips_beside(tokens: list[Token], matches: list[Match]) -> list[Match]:
    """With the chips a number alone names, where another of their kind stands beside ("TPU v3/v4")."""
    taken = {at: m for m in matches if m.slot == "candidates" for at in range(m.first, m.last)}
    bare = [m for m in matches if m.slot == "bare_chip" and m.first not in taken]
    tpus = any(str(match.value).startswith("tpu") for match in taken.values())
    found: list[Match] = []
    for _ in range(2):  # the second time from the right: "v3 and v4 TPUs"
        for match in bare:
            if match.first in taken:
                continue
            beside = _beside(tokens, taken, match.first - 1, -1) or _beside(tokens, taken, match.last, 1)
            if beside is not None and (
                str(beside.value)[:3] == str(match.value)[:3] or _are_cards(tokens, beside, match)
            ):
                found.append(Match("candidates", match.value, match.first, match.last, match.implies))
                taken.update(dict.fromkeys(range(match.first, match.last), found[-1]))
        for one, other in pairwise(bare):  # "4090 vs 5090"
            cards = str(one.value).startswith("rtx") and str(other.value).startswith("rtx")
            cards = cards or (tpus and str(one.value).startswith("tpu") and str(other.value).startswith("tpu"))
            joined = other.first - one.last == 1 and tokens[one.last].norm in _SETS_AGAINST
            for match in (one, other) if cards and joined else ():
                if match.first not in taken:
                    found.append(Match("candidates", match.value, match.first, match.last))
                    taken.update(dict.fromkeys(range(match.first, match.last), found[-1]))
        bare = bare[::-1]
    told = _Around(matches)
    for match in (*bare, *bare[::-1]):  # the second time beside those found the first
        has_card = any(str(card.value).startswith(_CARDS) for card in taken.values())
        is_card = match.first not in taken and str(match.value).startswith(_CARDS)
        if is_card and (_is_shown(tokens, match) or told.is_card(tokens, match, beside_cards=has_card)):
            found.append(Match("candidates", match.value, match.first, match.last))
            taken.update(dict.fromkeys(range(match.first, match.last), found[-1]))
    return [*matches, *found]


def _are_cards(tokens: list[Token], beside: Match, bare: Match) -> bool:
    """Whether the number stands in a list with a named GPU: "A100, H100, 5090", and counts nothing behind it."""
    rest = tokens[bare.last] if bare.last < len(tokens) else None
    open_right = rest is None or rest.kind == "mark" or rest.norm in _LISTS | _BEHIND_CARDS
    return open_right and str(bare.value).startswith(_CARDS) and not str(beside.value).startswith(_NO_GPU)


def _is_shown(tokens: list[Token], match: Match) -> bool:
    return _is_among_characters(tokens, match) or _has_memory(tokens, match)


class _Around:
    """The words around a number that make it a card: `sure` alone, `likely` on both sides or beside other cards."""

    def __init__(self, matches: list[Match]) -> None:
        self._before = {match.last: match.value for match in matches if match.slot == "before_card"}
        self._behind = {match.first: match.value for match in matches if match.slot == "behind_card"}

    def is_card(self, tokens: list[Token], match: Match, *, beside_cards: bool) -> bool:
        """Whether the number is a card; `beside_cards`: another card is named in the text."""
        first, last = match.first, match.last
        lead = tokens[first - 1] if first else None
        rest = tokens[last] if last < len(tokens) else None
        if lead and (lead.norm in _NO_CARD or (tokens[first].glued and lead.kind != "mark" and lead.norm != "x")):
            return False
        if rest and (rest.norm in _UNITS or _is_glued_word(rest) or _goes_on(tokens, last)):
            return False
        begins = first - 1 if lead and lead.norm == "-" and tokens[first].glued else first  # "dual-3090"
        before, behind = self._before.get(begins), self._behind.get(last)
        if _SURE in (before, behind):
            return True
        open_right = behind is not None or rest is None or rest.kind == "mark"
        if beside_cards:
            return open_right or before is not None or (rest is not None and rest.kind == "number")
        return before is not None and open_right


def _goes_on(tokens: list[Token], at: int) -> bool:
    """Whether a number goes on behind a mark: "3090.5"."""
    mark, *behind = tokens[at : at + 2]
    return mark.glued and mark.norm == "." and bool(behind and (behind[0].glued and behind[0].kind == "number"))


def _is_glued_word(token: Token) -> bool:
    """Whether letters follow without a blank, a plural aside: "3090px"."""
    return token.glued and token.kind == "word" and token.norm != "s"


def _has_memory(tokens: list[Token], match: Match) -> bool:
    """Whether gigabytes stand right behind a bare number: "5090 32gb", "3090 with 64gb"."""
    first = match.last + (match.last < len(tokens) and tokens[match.last].norm in ("with", "+"))
    size = tokens[first : first + 2]
    return len(size) == 2 and size[0].kind == "number" and size[1].norm in _GIGABYTES


def _is_among_characters(tokens: list[Token], match: Match) -> bool:
    """Whether a bare number stands in Chinese, Japanese or Korean, and counts nothing: "4090快", not "4090元"."""
    before = tokens[match.first - 1].norm if match.first else ""
    behind = tokens[match.last].norm if match.last < len(tokens) else ""
    among = any(is_unspaced(norm) for norm in (before, behind))
    return among and behind not in _MEASURES and before != "$"


def _beside(tokens: list[Token], taken: dict[int, Match], at: int, step: int) -> Match | None:
    """The chip that is next in a list, past the words and the sizes of slices between."""
    for _ in range(_LISTED):
        if not 0 <= at < len(tokens):
            return None
        if at in taken:
            return taken[at]
        sliced = tokens[at].kind == "number" and at and tokens[at - 1].norm == "-" and tokens[at].glued
        if not sliced and tokens[at].norm not in _LISTS:
            return None
        at += step
    return None
