"""What of a message is never written down: code blocks, which may be configs with keys and passwords in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

CODE_BLOCK = re.compile(r"```(.*?)```", re.DOTALL)
ALSO_IN = frozenset({"blocks", "attachments"})  # where Slack repeats the words of a text


def without_code(body: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """The payload of an event without the code in it, and whether it had any. Other payloads stay as they are."""
    event = body.get("event")
    if not isinstance(event, Mapping):
        return dict(body), False
    found: list[str] = []
    return {**body, "event": _stripped(event, found)}, bool(found)


def _stripped(value: Any, found: list[str]) -> Any:
    """`value` without code, which is added to `found`."""
    if isinstance(value, str):
        found += CODE_BLOCK.findall(value)
        return CODE_BLOCK.sub("", value)
    if isinstance(value, Mapping):
        return {name: _stripped(held, found) for name, held in value.items() if name not in ALSO_IN}
    return [_stripped(held, found) for held in value] if isinstance(value, list) else value
