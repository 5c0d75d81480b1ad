"""The text a user typed, from what Slack sends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_TOKEN = re.compile(r"<([^<>]*)>")
_PLAIN = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
_ENTITY = re.compile("|".join(_PLAIN))
_ADDRESSED = re.compile(r"\s*<(?:@|!subteam\^)")
_HUMAN = (None, "file_share", "thread_broadcast")


def typed(text: str, bot_user: str | None = None) -> str:
    """Plain text: entities decoded, links and mentions as displayed, the bot's own mention removed."""

    def read(token: re.Match[str]) -> str:
        target, _, label = token[1].partition("|")
        if bot_user and target == f"@{bot_user}":
            return ""
        if target.startswith("!"):
            return label or f"@{target[1:].split('^')[0]}"
        if target.startswith(("@", "#")):
            return f"{target[0]}{label or target[1:]}"
        return label or target.removeprefix("mailto:")

    words = _TOKEN.sub(read, text)
    return _ENTITY.sub(lambda entity: _PLAIN[entity[0]], words).replace("`", " ").strip()


def is_from_a_person(event: Mapping[str, Any]) -> bool:
    """Whether a person wrote it: not a bot, and not an edit, a deletion or a join message."""
    return not event.get("bot_id") and event.get("subtype") in _HUMAN and bool(event.get("user"))


def is_to_others(text: str, bot_user: str | None) -> bool:
    """Whether it addresses someone else: it begins with a user or group mention, and does not mention the bot."""
    return bool(_ADDRESSED.match(text)) and f"<@{bot_user}" not in text
