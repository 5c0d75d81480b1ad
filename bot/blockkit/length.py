"""How long a message is as Slack counts it: all words of all its blocks together, and something for each block.

Slack publishes no such limit; `slack_limits.toml` says who measured it. Modals and Home are not held to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.blockkit.check.shapes import slack_limits

Object = Mapping[str, Any]
SILENT = frozenset({"type", "block_id", "action_id", "value", "style", "emoji"})  # nothing a person reads
INNER = ("child_blocks", "tasks")  # where a block holds blocks


def counted(blocks: Iterable[Object]) -> int:
    """The length Slack compares with its limit."""
    return sum(_counted(block) for block in blocks)


def standing_open(blocks: Iterable[Object]) -> int:
    """The same of what is seen without a tap: of a collapsed part its title."""
    return counted(
        {key: value for key, value in block.items() if key not in INNER} if block.get("default_collapsed") else block
        for block in blocks
    )


def _counted(block: Object) -> int:
    inside = [each for key in INNER for each in block.get(key) or ()]
    own = {key: value for key, value in block.items() if key not in INNER}
    return slack_limits().message.characters_for_a_block + characters(own) + counted(inside)


def characters(part: object) -> int:
    """The characters of every text in it, with the addresses of links."""
    if isinstance(part, str):
        return len(part)
    if isinstance(part, Mapping):
        return sum(characters(value) for key, value in part.items() if key not in SILENT)
    return sum(characters(each) for each in part) if isinstance(part, Sequence) else 0
