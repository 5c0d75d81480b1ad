"""Keys and passwords that people paste by mistake: taken out before a text is read, kept, logged or shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeAlias

from pydantic import Field

from knowledge.facts import Fact
from knowledge.packaged import packaged

REDACTED = "[redacted]"
FILE = "language/secrets.toml"
DEEPEST = 100
Patterns: TypeAlias = tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]  # hints, and what they may be hints of
NEEDED = frozenset(  # what Slack hands back or is fetched from, and no person typed
    {"token", "response_url", "response_urls", "trigger_id", "event_context", "hash", "private_metadata"}
    | {"url_private", "url_private_download", "permalink", "permalink_public"}
)


class SecretKind(Fact):
    """One kind of key: how to find it, in texts with one of the `hints`. What is in a group `keep` stays."""

    name: str
    hints: tuple[str, ...]
    pattern: str
    examples: tuple[str, ...]


class Secrets(Fact):
    kinds: tuple[SecretKind, ...] = Field(alias="kind")


@cache
def secrets() -> Secrets:
    """The kinds of keys that are found."""
    return packaged(FILE, "secrets", Secrets)


@cache
def _patterns() -> Patterns:
    return tuple((kind.hints, re.compile(kind.pattern)) for kind in secrets().kinds)


def redact(text: str) -> str:
    """The text without what looks like a key or a password."""
    return _without(_patterns(), text)


def _hinted(kinds: Patterns, text: str) -> Patterns:
    """Those of which the text has a hint."""
    lower = text.lower()
    return tuple(kind for kind in kinds if any(hint in lower for hint in kind[0]))


def _without(kinds: Patterns, text: str) -> str:
    for _, pattern in _hinted(kinds, text) if kinds else ():
        text = pattern.sub(_kept, text)
    return text


def redact_all(value: Any) -> Any:
    """A payload of Slack without them: every text in it, except what Slack needs to have back.

    What is nested deeper than anything that Slack sends is left out. A payload has a hundred texts and hardly ever a
    key, so hints are looked for in all of them at once.
    """
    kinds = _hinted(_patterns(), "\n".join(_texts(value, 0)))
    return _each_text(value, partial(_without, kinds), 0)


def _texts(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list) and depth <= DEEPEST:
        held = (value[name] for name in value if name not in NEEDED) if isinstance(value, Mapping) else value
        for one in held:
            yield from _texts(one, depth + 1)


def _each_text(value: Any, change: Callable[[str], str], depth: int) -> Any:
    if isinstance(value, str):
        return change(value)
    if depth > DEEPEST:
        return None
    if isinstance(value, Mapping):
        return {name: held if name in NEEDED else _each_text(held, change, depth + 1) for name, held in value.items()}
    return [_each_text(held, change, depth + 1) for held in value] if isinstance(value, list) else value


def _kept(found: re.Match[str]) -> str:
    named = found.groupdict()
    return next((kept for kept in named.values() if kept), "") + REDACTED
