"""The agent view: suggested questions for users who open their direct messages with the bot."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.surfaces.shared.deps import Deps
from bot.wording.examples import examples, invitation

log = logging.getLogger(__name__)


def is_messages(event: Mapping[str, Any]) -> bool:
    return event.get("tab") == "messages"


def offer_prompts(client: WebClient, event: Mapping[str, Any]) -> None:
    """Without `thread_ts`: for agent apps Slack silently ignores a call that has one."""
    prompts = [{"title": example.title, "message": example.message} for example in examples()]
    try:
        client.api_call(
            "assistant.threads.setSuggestedPrompts",
            json={"channel_id": event["channel"], "title": invitation(), "prompts": prompts},
        )
    except SlackApiError as problem:  # the app was installed without assistant:write
        log.info("no prompts were offered (%s)", problem.response.get("error"))


def register(app: App, _deps: Deps) -> None:
    def on_messages(client: WebClient, event: dict[str, Any]) -> None:
        offer_prompts(client, event)

    app.event("app_home_opened", matchers=[is_messages])(on_messages)
    app.event("app_home_opened")(_looked)


def _looked() -> None:
    """Ignores the other tabs; Slack sends an unhandled event again."""
