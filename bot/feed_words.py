"""Words for what happened to a feed, by code: our own, then those that come with the parsers, then a plain one."""

from __future__ import annotations

from contextlib import suppress

from bot.words import say

WORDS = "words/refresh.j2"
PARSERS = "words/feeds.j2"


def reason(code: str, found: str) -> str:
    """Why a feed was not read."""
    for template, macro in ((WORDS, f"because_{code}"), (PARSERS, code)):
        with suppress(LookupError):
            return say(template, macro, found)
    return say(WORDS, "because_other", code, found)


def oddity(code: str) -> str:
    """Why rows were left out."""
    with suppress(LookupError):
        return say(PARSERS, code)
    return say(WORDS, "odd_other", code)
