"""Blocks that are too long together: chat.* refuses them, a response_url takes them."""

from __future__ import annotations

from bot.blockkit.check.shapes import slack_limits
from bot.blockkit.length import counted
from tests.slack.local.records import Json, SlackError


def refuse_long(args: Json, via: str) -> None:
    """Raise what Slack answers: the code alone, without saying where or by how much."""
    limits = slack_limits().message
    if via in limits.characters_held_to and counted(args.get("blocks") or []) > limits.characters_max:
        raise SlackError("msg_blocks_too_long")
