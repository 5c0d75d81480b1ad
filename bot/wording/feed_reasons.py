"""Sentences for feed errors by code: from refreshing, then from the parsers, then a generic one."""

from __future__ import annotations

from contextlib import suppress

from bot.wording.words import say

WORDS = "words/prices/refresh.j2"
PARSERS = ("words/prices/feeds.j2", "words/prices/feeds_aws.j2")


def reason(code: str, found: str) -> str:
    """Why a feed was not read."""
    with suppress(LookupError):
        return say(WORDS, f"because_{code}", found)
    for template in PARSERS:
        with suppress(LookupError):
            return say(WORDS, "because_document", say(template, code, found))
    return say(WORDS, "because_other", code, found)


def oddity(code: str) -> str:
    """Why rows were skipped."""
    for template in PARSERS:
        with suppress(LookupError):
            return say(template, code)
    return say(WORDS, "odd_other", code)
