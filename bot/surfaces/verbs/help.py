"""Help: what one can ask, shown to the user who asked for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from slack_sdk import WebClient

from bot.slack.post import Message
from bot.wording import words

WORDS = frozenset({"", "help", "?"})


def wants_help(text: str) -> bool:
    return text.strip().lower() in WORDS


def help_message(channel: str, thread_ts: str | None = None) -> Message:
    body = json.loads(words.environment().get_template("slack/help.j2").render())
    return Message(channel=channel, thread_ts=thread_ts, plain=body["text"], **body)


def show_help(client: WebClient, event: Mapping[str, Any]) -> None:
    """Shown only to the user who asked for it."""
    shown = help_message(event["channel"])
    client.chat_postEphemeral(
        channel=shown.channel,
        user=event["user"],
        thread_ts=event.get("thread_ts"),
        text=shown.text,
        blocks=shown.blocks,
    )
