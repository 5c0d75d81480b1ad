"""Sending to Slack: a message exactly once, whatever the network does; text instead of blocks Slack refuses.

A call that was cut after it took effect looks like one that never arrived, and Slack's chat.postMessage has no
documented key against that: `client_msg_id` shows up in its table of errors but not among its arguments, so
nothing is built on it. Hence: no blind retry (the SDK's connection-error handler is left out of our client), a
key of our own in the message's metadata, and after a cut a look at the thread or channel before posting again.
If Slack does not let us look, the message is not sent again: a missing answer is better than two.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Mapping
from http.client import HTTPException
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler
from slack_sdk.webhook import WebhookClient

from bot.blockkit import fallbacks
from bot.wording import words
from knowledge.facts import Fact
from knowledge.store.store import Store

log = logging.getLogger(__name__)

WAITS = (0.5, 2.0, 5.0)  # seconds before each new attempt
EVENT_TYPE = "chipscout_message"
LOOK_BACK_SECONDS = 600.0  # our clock and Slack's may differ
REFUSES_BLOCKS = frozenset({"invalid_blocks", "invalid_blocks_format", "invalid_attachments", "msg_blocks_too_long"})
# as Slack documents them: "some aspect of the operation may have succeeded"
UNSURE = frozenset({"internal_error", "fatal_error", "request_timeout", "service_unavailable"})


class _Turn:
    """A lock that is garbage-collected when nobody holds it or waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


_guard = threading.Lock()
_turns: WeakValueDictionary[tuple[str | None, str], _Turn] = WeakValueDictionary()
Sent = TypeVar("Sent")
Blocks = list[dict[str, object]]
PRIVATE = "private"  # instead of the `ts` of a message that only one person sees
SEEN_REFUSED = fallbacks.Refusals()  # remembered in this process, so that not every post costs two calls


class Message(Fact):
    """`text` is for notifications and screen readers, `plain` the whole message in case blocks are refused."""

    channel: str
    thread_ts: str | None = None
    text: str
    blocks: Blocks
    plain: str


class BlocksRefusedError(Exception):
    """Slack refuses these blocks; `messages` say which."""

    def __init__(self, *messages: str) -> None:
        self.messages = messages
        super().__init__(*messages)


class RefusedError(Exception):
    """Slack refuses this message; `code` is its error code."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class UnsureError(Exception):
    """Slack failed; the message may have been shown or not."""


def once(
    client: WebClient, store: Store, key: str, message: Message, sleep: Callable[[float], None] = time.sleep
) -> str:
    """The `ts` of the message with this `key`: posted now, or found from an earlier attempt.

    Raises:
        RefusedError: Slack refused it for good.
        OSError, HTTPException, SlackApiError: it could not be sent, or it is unknown whether it was.
    """
    earlier = store.deliveries.begin_post(key, message.channel)
    if earlier is not None and earlier.ts is not None:
        return earlier.ts
    begun, must_look = (earlier.begun, True) if earlier else (time.time(), False)
    waits = iter(WAITS)
    while True:
        try:
            with _turn(client.token, message.channel):  # nobody else posts there between the look and the sending
                ts = _find(client, key, message, begun) if must_look else None
                ts = ts or _send(client, key, message)
        except (SlackApiError, OSError, HTTPException) as problem:
            if isinstance(problem, SlackApiError) and not _is_unsure(problem):
                raise
            wait = next(waits, None)
            if wait is None:
                raise
            log.warning("not sure a message got through (%s); looking in %.1f s", type(problem).__name__, wait)
            sleep(wait)
            must_look = True
        except RefusedError:
            store.deliveries.drop_post(key)
            raise
        else:
            store.deliveries.posted(key, ts)
            return ts


def to_asker(
    client: WebClient,
    user: str,
    response_url: str | None,
    message: Message,
    *,
    replaces: bool = False,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Shown only to `user`: through the response_url, else in the channel, else as a direct message.

    A response_url that fails is tried again: Slack gives nothing to look a private message up with, and one that is
    shown twice does less harm than one that is lost.
    """
    waits = iter(WAITS)
    while response_url is not None:
        try:
            return privately(response_url, message, replaces=replaces)
        except RefusedError as refusal:
            log.info("a private answer is shown anew (%s)", refusal.code)
            break
        except (UnsureError, OSError, HTTPException) as problem:
            wait = next(waits, None)
            if wait is None:
                break
            log.warning("a private answer may not have arrived (%s); again in %.1f s", type(problem).__name__, wait)
            sleep(wait)
    whisper(client, user, message)
    return None


def to_asker_once(
    client: WebClient, store: Store, key: str, user: str, response_url: str | None, message: Message
) -> None:
    """The same, unless the message with this `key` was shown before a restart."""
    earlier = store.deliveries.begin_post(key, message.channel)
    if earlier is not None and earlier.ts is not None:
        return
    to_asker(client, user, response_url, message)
    store.deliveries.posted(key, PRIVATE)


def privately(response_url: str, message: Message, *, replaces: bool = False) -> None:
    """Shown only to the user who typed or pressed, through the response_url.

    With `replaces` it replaces the message whose button was pressed.

    Raises:
        RefusedError: the address is used up or expired, or Slack refuses the message.
        UnsureError: Slack failed, and may have shown it.
    """
    client = WebhookClient(response_url, retry_handlers=[RateLimitErrorRetryHandler(max_retry_count=2)])
    body: dict[str, Any] = {"response_type": "ephemeral", "unfurl_links": False, "unfurl_media": False}
    body |= {"replace_original": replaces} | ({"thread_ts": message.thread_ts} if message.thread_ts else {})

    def send(text: str, blocks: Blocks) -> None:
        sent = client.send_dict(body | {"text": text} | ({"blocks": blocks} if blocks else {}))
        if any(code in sent.body for code in REFUSES_BLOCKS):
            raise BlocksRefusedError(sent.body)
        if sent.status_code >= 500:
            raise UnsureError(sent.status_code)
        if sent.status_code != 200:
            raise RefusedError(sent.body)

    in_forms(message, send)


def in_forms(message: Message, send: Callable[[str, Blocks], Sent]) -> Sent:
    """Sends the newest blocks Slack accepts: after each refusal a simpler form, in the end plain text.

    `send` gets the text and the blocks (none for plain text) and raises BlocksRefusedError if Slack refuses
    these blocks; other exceptions pass through.
    """
    refused = SEEN_REFUSED.known()
    learned: set[str] = set()
    while message.blocks:
        blocks = fallbacks.without(message.blocks, refused)
        try:
            sent = send(message.text, blocks)
        except BlocksRefusedError as problem:
            log.error("Slack refused blocks: %s", problem.messages)
            kind = fallbacks.to_refuse(blocks, problem.messages)
            if kind is None:
                break
            refused |= {kind}
            learned.add(kind)
        else:
            if learned and not _at_fault(message):
                SEEN_REFUSED.add(learned)
            return sent
    return send(message.plain, [])


def _at_fault(message: Message) -> bool:
    """Whether these blocks are refused for their content; then other blocks of the same kind may be accepted."""
    from bot.blockkit.check import check_message  # only a refusal needs it

    return bool(check_message({"text": message.text, "blocks": message.blocks}))


def update(client: WebClient, ts: str, message: Message) -> None:
    """Replaces the message at `ts`. Safe to repeat.

    Raises:
        RefusedError: Slack does not let us.
    """

    def send(text: str, blocks: Blocks) -> None:
        try:
            client.chat_update(channel=message.channel, ts=ts, text=text, blocks=blocks)
        except SlackApiError as problem:
            if _is_unsure(problem):
                raise
            if blocks and _code(problem) in REFUSES_BLOCKS:
                raise BlocksRefusedError(*_pointers(problem.response.data)) from problem
            raise RefusedError(_code(problem)) from problem

    in_forms(message, send)


def whisper(client: WebClient, user: str, message: Message) -> None:
    """Shown to one user in the channel, without a response_url; if that fails, as a direct message."""

    def send(text: str, blocks: Blocks) -> None:
        shown: dict[str, Any] = {"text": text, "blocks": blocks or None}
        try:
            client.chat_postEphemeral(channel=message.channel, user=user, **shown)
        except SlackApiError as problem:
            if blocks and _code(problem) in REFUSES_BLOCKS:
                raise BlocksRefusedError(*_pointers(problem.response.data)) from problem
            log.info("nothing private can be shown in the channel (%s)", _code(problem))
            client.chat_postMessage(channel=user, unfurl_links=False, unfurl_media=False, **shown)

    in_forms(message, send)


def as_text(sentence: str, card: str) -> str:
    """The sentence, and the card as plain text below it."""
    return words.environment().get_template("slack/card/as_text.j2").render(sentence=sentence, card=card)


def _send(client: WebClient, key: str, message: Message) -> str:
    metadata = {"event_type": EVENT_TYPE, "event_payload": {"key": _digest(key)}}
    fixed: dict[str, Any] = {"channel": message.channel, "thread_ts": message.thread_ts, "metadata": metadata}
    fixed |= {"unfurl_links": False, "unfurl_media": False}

    def send(text: str, blocks: Blocks) -> str:
        try:
            return str(client.chat_postMessage(text=text, blocks=blocks or None, **fixed)["ts"])
        except SlackApiError as problem:
            if _is_unsure(problem):
                raise
            if blocks and _code(problem) in REFUSES_BLOCKS:
                raise BlocksRefusedError(*_pointers(problem.response.data)) from problem
            raise RefusedError(_code(problem)) from problem

    return in_forms(message, send)


def _turn(token: str | None, channel: str) -> _Turn:
    """Held while a message goes to a channel. If Slack asks one message to wait, those behind it wait as well,
    instead of each using up its attempts. Other channels are not affected.
    """
    with _guard:
        return _turns.setdefault((token, channel), _Turn())


def _find(client: WebClient, key: str, message: Message, begun: float) -> str | None:
    """The `ts` of a message that carries our key."""
    since: dict[str, Any] = {"oldest": f"{begun - LOOK_BACK_SECONDS:.6f}", "limit": 200, "include_all_metadata": True}
    while True:
        if message.thread_ts:
            seen = client.conversations_replies(channel=message.channel, ts=message.thread_ts, **since)
        else:
            seen = client.conversations_history(channel=message.channel, **since)
        for posted in seen["messages"]:
            metadata = posted.get("metadata") or {}
            if (metadata.get("event_payload") or {}).get("key") == _digest(key):
                return str(posted["ts"])
        cursor = (seen.get("response_metadata") or {}).get("next_cursor")
        if not cursor:
            return None
        since["cursor"] = cursor


def _digest(key: str) -> str:
    """Every app in the workspace can read metadata, so the key itself is not sent."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _is_unsure(problem: SlackApiError) -> bool:
    return problem.response.status_code >= 500 or _code(problem) in UNSURE


def _code(problem: SlackApiError) -> str:
    return str(problem.response.get("error") or "unknown_error")


def _pointers(answer: object) -> tuple[str, ...]:
    """Slack's messages on what is wrong and where, or its whole answer."""
    messages = (answer.get("response_metadata") or {}).get("messages") if isinstance(answer, Mapping) else None
    return tuple(map(str, messages)) if messages else (str(answer),)
