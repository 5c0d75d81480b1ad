"""What a person is told when a question could not be answered: one private sentence, and never a traceback."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from http.client import HTTPException
from typing import Any

from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack import post
from bot.slack.post import Message
from bot.surfaces.shared.deps import Deps
from bot.wording import words
from bot.wording.errors import UserError

log = logging.getLogger(__name__)


def handle(error: Exception, body: Mapping[str, Any], client: WebClient) -> None:
    """A text we cannot read is explained to the asker; any other error gets a number to find it in the log."""
    if isinstance(error, UserError):
        sentence = words.error(error)
    else:
        number = secrets.token_hex(4)
        log.error("%s: a question was not answered", number, exc_info=error)
        sentence = words.say("slack/errors.j2", "ours", number)
    try:
        _tell(words.mrkdwn(sentence), body, client)
    except (SlackApiError, OSError, HTTPException, post.RefusedError) as problem:
        log.warning("could not tell the asker: %s", type(problem).__name__)


def _tell(sentence: str, body: Mapping[str, Any], client: WebClient) -> None:
    event = body.get("event")
    if isinstance(event, Mapping):
        message = event.get("message") or event  # an edit wraps the message
        channel, user, thread_ts = event.get("channel"), message.get("user"), message.get("thread_ts")
        if event.get("channel_type") == "im":  # already private
            client.chat_postMessage(channel=channel or "", thread_ts=thread_ts or message["ts"], text=sentence)
        elif channel and user:
            client.chat_postEphemeral(channel=channel, user=user, thread_ts=thread_ts, text=sentence)
    elif body.get("response_url"):
        message = Message(channel=_channel(body), text=sentence, blocks=[], plain=sentence)
        post.to_asker(client, _asker(body), body["response_url"], message)
    elif body.get("view") and body.get("user"):  # a submitted form: there is no message to reply to
        client.chat_postMessage(channel=body["user"]["id"], text=sentence)


def _channel(body: Mapping[str, Any]) -> str:
    """Of a command, or of a press."""
    return str(body.get("channel_id") or (body.get("channel") or {}).get("id") or "")


def _asker(body: Mapping[str, Any]) -> str:
    return str(body.get("user_id") or (body.get("user") or {}).get("id") or "")


class Apologies:
    """Tells the asker why an answer is late, or will not come. `client_of` gives the client of a workspace."""

    def __init__(self, client_of: Callable[[str], WebClient | None]) -> None:
        self._client_of = client_of

    def __call__(self, body: Mapping[str, Any], why: str) -> None:
        team = body.get("team")
        named = team.get("id") if isinstance(team, Mapping) else body.get("team_id")
        try:
            client = self._client_of(str(named or ""))
            if client is not None:
                _tell(words.mrkdwn(words.say("slack/notices.j2", why)), body, client)
        except (SlackApiError, OSError, HTTPException, post.RefusedError) as problem:
            log.warning("could not tell the asker: %s", type(problem).__name__)


def register(app: App, _deps: Deps) -> None:
    def on_error(error: Exception, body: dict[str, Any], client: WebClient) -> None:
        handle(error, body, client)

    app.error(on_error)
