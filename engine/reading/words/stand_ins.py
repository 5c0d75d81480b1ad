"""Names of a maker or a generation, which its largest card stands for only where nothing says which card it is.

"AMD GPU" and "Blackwell" name no card: beside "RX 6800" or "RTX 5090" they say of whom or of when it is, and with
"12 GB" or in a laptop they are a card that nobody named. A name that a machine shares with a card is the card beside
its kin.
"""

from __future__ import annotations

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token

ANY_CARD = "gpu"
_GIGABYTES = frozenset({"gb", "gib", "g"})
_BESIDE = 4  # tokens between such a name and the gigabytes of the card


def without_stand_ins(tokens: list[Token], matches: list[Match]) -> list[Match]:
    """The matches: a name that another card gives a meaning carries nothing, one with few gigabytes is any card."""
    sure = [m for m in matches if m.slot == "candidates" and not _stands_for(m)]
    found: list[Match] = []
    for match in matches:
        kin = _stands_for(match)
        if not kin:
            found.append(match)
        elif any(str(card.value).startswith(kin) and _is_apart(card, match) for card in sure):
            meant = dict(match.implies).get("beside_kin")  # "P4" beside a P40 is no machine of that name
            if any(card.value == meant and card.first <= match.first and match.last <= card.last for card in sure):
                continue  # the end of "Tesla P4"
            slot, value = (match.slot, meant) if meant is not None else ("filler", "filler")
            found.append(Match(slot, value, match.first, match.last))
        elif _is_small(tokens, match) or _is_at_home(tokens, match):
            found.append(Match(match.slot, ANY_CARD, match.first, match.last))
        else:
            found.append(match)
    return found


def _stands_for(match: Match) -> tuple[str, ...]:
    """How the ids of the cards begin that such a name may mean; none where it names its card."""
    kin = dict(match.implies).get("stands_for") if match.slot == "candidates" else None
    return tuple(str(kin).split(",")) if kin else ()


def _is_apart(card: Match, match: Match) -> bool:
    """Whether a card is named by other words, or by these as a part of its name."""
    return (card.first, card.last) != (match.first, match.last)


def _is_small(tokens: list[Token], match: Match) -> bool:
    """Whether gigabytes stand beside it that are too few for the card it would stand for."""
    least = float(dict(match.implies).get("least_gb", 0))
    near = range(max(0, match.first - _BESIDE), min(len(tokens) - 1, match.last + _BESIDE))
    sizes = (
        float(tokens[at].norm) for at in near if tokens[at].norm.isdecimal() and tokens[at + 1].norm in _GIGABYTES
    )
    return any(size < least for size in sizes)


def _is_at_home(tokens: list[Token], match: Match) -> bool:
    """Whether a machine is named that holds no such card: a laptop, a desktop."""
    homes = str(dict(match.implies).get("not_in", "")).split(",")
    return any(token.norm in homes for token in tokens)
