"""Deliveries over HTTP: signed, each kind to its address, the events once more where no 200 came in time."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import aiohttp
from slack_sdk.signature import SignatureVerifier

from tests.slack.local.records import Json
from tests.slack.local.transport.socket_mode import Attempt, Delivery

if TYPE_CHECKING:
    from tests.slack.local.local_slack import LocalSlack

SIGNING_SECRET = "local-signing-secret"
PATHS = {"events_api": "/slack/events", "slash_commands": "/slack/commands", "interactive": "/slack/interactive"}


class Post:
    """Carries what the hub sends to the app at `base`."""

    def __init__(self, slack: LocalSlack, base: str) -> None:
        self.slack, self.base = slack, base

    async def __call__(self, delivery: Delivery, number: int, reason: str) -> None:
        """One attempt. Slack does not send commands and interactions again over HTTP."""
        if number and delivery.kind != "events_api":
            return
        hub = self.slack.hub
        headers, body = written(delivery, number, reason)
        with hub.world.lock:
            delivery.attempts.append(Attempt(f"http-{number}", 0, time.monotonic()))
        try:
            async with (
                aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(hub.ack_seconds)) as session,
                session.post(self.base + PATHS[delivery.kind], data=body, headers=headers) as answer,
            ):
                text = await answer.text()
                if answer.status == 200:
                    hub.acknowledge(delivery, payload_of(answer.content_type, text))
        except (TimeoutError, aiohttp.ClientError):
            return


def written(delivery: Delivery, number: int = 0, reason: str = "") -> tuple[dict[str, str], bytes]:
    """Headers and body of a request, as Slack writes them."""
    if delivery.kind == "events_api":
        headers, body = {"Content-Type": "application/json"}, json.dumps(delivery.payload)
    else:
        form: Json = (
            delivery.payload if delivery.kind == "slash_commands" else {"payload": json.dumps(delivery.payload)}
        )
        headers, body = {"Content-Type": "application/x-www-form-urlencoded"}, urlencode(form)
    if number:
        headers |= {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": f"http_{reason}"}
    return headers | signed(body), body.encode()


def signed(body: str, *, at: float | None = None, secret: str = SIGNING_SECRET) -> dict[str, str]:
    """The two headers that prove who sent it, and when."""
    stamp = str(int(time.time() if at is None else at))
    signature = SignatureVerifier(secret).generate_signature(timestamp=stamp, body=body)
    return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": signature or ""}


def payload_of(content_type: str, text: str) -> Json | None:
    """What the answer carried: JSON, or a text to show; nothing, most of the time."""
    if not text:
        return None
    if content_type == "application/json":
        said: Json = json.loads(text)
        return said
    return {"text": text}
