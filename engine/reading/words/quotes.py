"""What in a text is no question of the asker: quoted lines ("> Do your H100s connect?"), and orders to the reader."""

from __future__ import annotations

import re

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token

CLAUSE_ENDS = frozenset('.;:!?\n,()"')

_QUOTED = re.compile(r"^[ \t]*(?:>|&gt;)(?![>=]|&gt;)[^\n]*$", re.MULTILINE)  # ">>> " is a prompt
_WORDS = 2  # of the asker's own, at least


def own_words(text: str) -> str:
    """The text with quoted lines blanked, each character in its place; the text itself where nothing else is said."""
    own = _QUOTED.sub(lambda one: " " * len(one.group()), text)
    return own if len(re.findall(r"\w+", own)) >= _WORDS else text


def quoted_words(text: str) -> str:
    """The quoted lines alone, without their marks."""
    return "\n".join(line.strip().removeprefix("&gt;").lstrip("> ") for line in _QUOTED.findall(text))


def injected(tokens: list[Token], matches: list[Match]) -> set[int]:
    """Tokens of a stretch that tries to give orders, up to the end of its clause."""
    quiet: set[int] = set()
    for match in matches:
        if match.slot != "injection" or match.first in quiet:
            continue
        at = match.first
        while at < len(tokens) and not (tokens[at].kind == "mark" and tokens[at].norm in CLAUSE_ENDS):
            quiet.add(at)
            at += 1
    return quiet
