"""Words of a task inside the name of a model, a data set or a checkpoint: "OA_SFT_Llama_30B_6" asks for no tuning.

The words are data: `slot = "name_part"`, whose value lists the slots, and the cues, that they do not show in a name.
A name is joined without blanks and has a model or a size among its parts; that of a script tells what is done.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token

PART = "name_part"
JOINS = frozenset("-_/.")
OF_MODELS = frozenset({"model", "variant", "dataset"})
SCRIPTS = frozenset({"py", "sh", "yaml", "yml", "json", "toml", "ipynb"})
SIZE = "b"  # behind a number, of parameters


def without_tasks_in_names(tokens: Sequence[Token], matches: Sequence[Match]) -> list[Match]:
    """The matches without what such words would say inside a name."""
    told: dict[int, frozenset[str]] = {}
    for match in matches:
        if match.slot == PART and _is_in_name(tokens, matches, match):
            for at in range(match.first, match.last):
                told[at] = told.get(at, frozenset()) | frozenset(str(match.value).split(","))
    return [match for match in matches if match.slot != PART and not _is_told(match, told)]


def _is_told(match: Match, told: dict[int, frozenset[str]]) -> bool:
    name = str(match.value) if match.slot == "cue" else match.slot
    return all(name in told.get(at, frozenset()) for at in range(match.first, match.last))


def _is_in_name(tokens: Sequence[Token], matches: Sequence[Match], part: Match) -> bool:
    """Whether it is joined to a model or a size, and the whole is no script."""
    first, last = part.first, part.last
    while first > 0 and tokens[first].glued and _joins(tokens[first - 1], tokens[first]):
        first -= 1
    while last < len(tokens) and tokens[last].glued and _joins(tokens[last - 1], tokens[last]):
        last += 1
    if last - first == part.last - part.first or tokens[last - 1].norm in SCRIPTS:
        return False
    named = any(one.slot in OF_MODELS and first <= one.first and one.last <= last for one in matches)
    sized = any(tokens[at - 1].kind == "number" and tokens[at].norm == SIZE for at in range(first + 1, last))
    return named or sized


def _joins(before: Token, behind: Token) -> bool:
    """Whether two tokens without a blank between them are of one name; scripts without blanks glue all they write."""
    return all(token.norm in JOINS if token.kind == "mark" else token.norm.isascii() for token in (before, behind))
