"""Lines that somebody else wrote and the asker quotes: "> Do your H100s connect via NVLink?"."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"^[ \t]*(?:>|&gt;)(?![>=]|&gt;)[^\n]*$", re.MULTILINE)  # ">>> " is a prompt
_WORDS = 2  # of the asker's own, at least


def own_words(text: str) -> str:
    """The text with quoted lines blanked, each character in its place; the text itself where nothing else is said."""
    own = _QUOTED.sub(lambda one: " " * len(one.group()), text)
    return own if len(re.findall(r"\w+", own)) >= _WORDS else text


def quoted_words(text: str) -> str:
    """The quoted lines alone, without their marks."""
    return "\n".join(line.strip().removeprefix("&gt;").lstrip("> ") for line in _QUOTED.findall(text))
