"""Reads manifest.yaml without a YAML library: the few forms the manifest uses, and nothing else."""

from __future__ import annotations

import json
import re
from typing import Any

from bot.slack.manifest import manifest_text

LINE = re.compile(r"(?P<indent> *)(?P<dash>- )?(?:(?P<key>[A-Za-z_]+):(?: |$))?(?P<rest>.*)")


def app_manifest() -> dict[str, Any]:
    """The manifest as Slack reads it."""
    read: dict[str, Any] = parsed(manifest_text())
    return read


def parsed(text: str) -> Any:
    """Mappings, lists of scalars, lists of mappings, plain and quoted scalars, comments.

    Raises:
        ValueError: the text uses more of YAML than that.
    """
    lines = [bare for line in text.splitlines() if (bare := re.sub(r"(^|\s)#\s.*$|^#.*$", "", line).rstrip())]
    value, rest = _block(lines, 0)
    if rest:
        raise ValueError(f"what does this belong to: {rest[0]!r}")
    return value


def _block(lines: list[str], indent: int) -> tuple[Any, list[str]]:
    made: Any = [] if lines[0].lstrip().startswith("- ") else {}
    while lines and _indent(lines[0]) == indent:
        head = LINE.fullmatch(lines[0])
        if head is None or isinstance(made, list) != bool(head["dash"]):
            raise ValueError(f"cannot read {lines[0]!r}")
        if head["dash"]:
            if head["key"]:
                entry, lines = _block([lines[0].replace("- ", "  ", 1), *lines[1:]], indent + 2)
            else:
                entry, lines = _scalar(head["rest"]), lines[1:]
            made.append(entry)
        elif head["rest"]:
            made[head["key"]], lines = _scalar(head["rest"]), lines[1:]
        else:
            if len(lines) < 2 or _indent(lines[1]) <= indent:
                raise ValueError(f"nothing under {lines[0]!r}")
            made[head["key"]], lines = _block(lines[1:], _indent(lines[1]))
    return made, lines


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _scalar(text: str) -> Any:
    if text.startswith('"'):
        return json.loads(text)
    if text[0] in "[{&*!|>'%@`" or ": " in text:
        raise ValueError(f"needs quotes, or more of YAML than is read here: {text!r}")
    return {"true": True, "false": False}.get(text, text)
