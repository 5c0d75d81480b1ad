"""A message as a question: where it was asked, by whom, and who reads the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slack_sdk import WebClient

from bot.surfaces.shared.answering import Question
from bot.surfaces.shared.deps import Deps


def asked(deps: Deps, client: WebClient, event: Mapping[str, Any], team: str, text: str) -> Question:
    """`text` is what is left of the message; its key is the same for every event of it.

    A message that starts a thread makes it ours.
    """
    channel, ts = event["channel"], event["ts"]
    thread_ts = event.get("thread_ts") or ts
    return Question(
        key=f"message:{team}:{channel}:{ts}",
        team=team,
        channel=channel,
        user=event["user"],
        text=text,
        thread_ts=thread_ts,
        is_ours=thread_ts == ts,
        audience=deps.permissions.audience(client, event["user"], channel),
    )
