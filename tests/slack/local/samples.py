"""A small app and small payloads to try the local Slack with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from slack_bolt import App
from slack_sdk.errors import SlackApiError

Build = Callable[[App], None]
HEADER_TOO_LONG = [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}]
BUTTON = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}, "value": "1"}
ROW: list[dict[str, Any]] = [{"type": "actions", "block_id": "row", "elements": [BUTTON]}]
MODAL: dict[str, Any] = {
    "type": "modal",
    "callback_id": "refine",
    "title": {"type": "plain_text", "text": "Refine"},
    "submit": {"type": "plain_text", "text": "Ask"},
    "blocks": [
        {
            "type": "input",
            "block_id": "runs",
            "label": {"type": "plain_text", "text": "Runs"},
            "element": {"type": "plain_text_input", "action_id": "value", "max_length": 5},
        }
    ],
}
HOME: dict[str, Any] = {"type": "home", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "hello"}}]}


def refusal(call: Callable[[], object]) -> Any:
    with pytest.raises(SlackApiError) as caught:
        call()
    return caught.value.response


def answering(app: App) -> None:
    @app.command("/chipscout")
    def command(ack: Any, respond: Any, body: Any) -> None:
        ack()
        respond(text=f"heard {body['text']}", blocks=ROW)

    @app.action("go")
    def go(ack: Any, respond: Any, client: Any, body: Any) -> None:
        ack()
        if body["container"]["type"] == "message":
            respond(text="gone", replace_original=True)
            client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @app.view("refine")
    def refine(ack: Any, view: Any) -> None:
        runs = view["state"]["values"]["runs"]["value"]["value"]
        if runs == "push":
            ack(response_action="push", view=MODAL | {"callback_id": "again"})
        elif runs.isdigit():
            ack()
        else:
            ack(response_action="errors", errors={"runs": "a number, please"})

    @app.view("again")
    def again(ack: Any) -> None:
        ack(response_action="clear")

    @app.event("app_mention")
    def mention(event: Any, say: Any) -> None:
        say(text="here", thread_ts=event.get("thread_ts") or event["ts"])

    @app.event("message")
    def message(event: Any, say: Any) -> None:
        if event.get("channel_type") == "im" and "bot_id" not in event and "subtype" not in event:
            say(text="you wrote")

    @app.event("app_home_opened")
    def home(event: Any, client: Any) -> None:
        client.views_publish(user_id=event["user"], view=HOME)

    @app.shortcut("ask")
    def shortcut(ack: Any, client: Any, body: Any) -> None:
        ack()
        client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @app.options("lookup")
    def options(ack: Any, payload: Any) -> None:
        ack(options=[{"text": {"type": "plain_text", "text": payload["value"]}, "value": "v"}])
