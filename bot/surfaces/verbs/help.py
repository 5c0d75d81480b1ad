"""Help: what one can ask, shown to the user who asked for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from slack_sdk import WebClient

from bot.slack.post import Message
from bot.slack.sendings import Once, Whisper
from bot.surfaces.shared.answering import once
from bot.surfaces.shared.deps import Deps
from bot.wording import words

WORDS = frozenset({"", "help", "?"})


def wants_help(text: str) -> bool:
    return text.strip().lower() in WORDS


def help_message(channel: str, thread_ts: str | None = None) -> Message:
    body = json.loads(words.environment().get_template("slack/help.j2").render())
    return Message(channel=channel, thread_ts=thread_ts, plain=body["text"], **body)


def show_help(deps: Deps, client: WebClient, event: Mapping[str, Any], team: str, key: str) -> None:
    """Shown only to the user who asked for it, once."""
    with once(deps.store, key) as is_mine:
        if is_mine:
            shown = help_message(event["channel"], event.get("thread_ts"))
            sending = Whisper(client, event["user"], shown, Once(deps.store, team, key))
            deps.outbox.send(sending, by=event["user"])
