"""The door to `templates/`: every sentence a person reads is worded there, none in Python."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    TemplateNotFound,
    select_autoescape,
)
from platformdirs import user_cache_path

from bot.wording import numbers
from bot.wording.errors import UserError
from bot.wording.surface import surface

OPENING = 48  # characters of what stands before a colon, beyond its first word
ERRORS = ("errors.j2", "slack/errors.j2")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


@cache
def environment() -> Environment:
    """Strict: a name a template does not get is an error, not an empty string."""
    made = Environment(
        loader=FileSystemLoader(str(resources.files("templates"))),
        undefined=StrictUndefined,
        autoescape=select_autoescape(enabled_extensions=(), default=False),
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_bytecode(),
        auto_reload=False,  # it would look at the file of every template each time one is used
    )
    made.globals["surface"] = surface
    made.filters |= {
        "mrkdwn": mrkdwn,
        "inert": inert,
        "clip": clip,
        "after_word": after_word,
        "tojson": to_json,
    } | numbers.FILTERS
    return made


def say(template: str, macro: str, *values: Any, **named: Any) -> str:
    """The sentence `macro` of `template`, its white space collapsed.

    Raises:
        LookupError: the template has no such macro.
    """
    sentence = getattr(_module(template), macro, None)
    if sentence is None:
        raise LookupError(f"{template} has no sentence {macro!r}")
    return " ".join(str(sentence(*values, **named)).split())


def lines_of(template: str, macro: str, *values: Any) -> str:
    """The same with its lines as they are."""
    return str(getattr(_module(template), macro)(*values)).strip()


def has(template: str, macro: str) -> bool:
    """Whether there is such a template with such a sentence."""
    try:
        return hasattr(_module(template), macro)
    except TemplateNotFound:
        return False


def error(problem: UserError) -> str:
    """One clear sentence: what was wrong and what would work."""
    template = next((name for name in ERRORS if hasattr(_module(name), problem.code)), ERRORS[0])
    return say(template, problem.code, **problem.values)


def mrkdwn(text: object) -> str:
    """Escapes text for Slack mrkdwn, so that it can contain no mention or link."""
    return str(text).translate(_ENTITIES)


def after_word(text: str, words: Sequence[str]) -> str:
    """A sentence that begins with one of these, without what stands before its first colon or full stop."""
    opening = re.match(rf"(?:{'|'.join(map(re.escape, words))})\b[^:.]{{0,{OPENING}}}[:.]\s+", text)
    return text[opening.end() :] if opening else text


def inert(text: object, limit: int = 300) -> str:
    """User text on one line, cut to `limit` characters, without control characters."""
    flat = " ".join("".join(ch if ch.isprintable() else " " for ch in str(text)).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def clip(text: str, limit: int) -> str:
    """Text within a limit of Slack, cut at a line break if possible; an ellipsis marks the cut."""
    if len(text) <= limit:
        return text
    head = text[: limit - 2]
    return (head.rsplit("\n", 1)[0] if "\n" in head else head) + "\n…"


def to_json(value: object) -> str:
    """JSON for Block Kit templates; unlike Jinja's own filter it leaves &, < and > to Slack's rules."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _bytecode() -> FileSystemBytecodeCache | None:
    """Compiled templates, cached for the next start; None if the folder is not writable."""
    folder = user_cache_path("chipscout", appauthor=False) / "templates"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return FileSystemBytecodeCache(str(folder)) if os.access(folder, os.W_OK) else None


@cache
def _module(template: str) -> Any:
    return environment().get_template(template).module
