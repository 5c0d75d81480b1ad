"""The calls that show a message or look for one; text instead of blocks Slack refuses.

A call that was cut after it took effect looks like one that never arrived, and Slack's chat.postMessage has no
documented key against that: `client_msg_id` shows up in its table of errors but not among its arguments, so
nothing is built on it. Hence: no blind retry (the SDK's connection-error handler is left out of our client), a
key of our own in the message's metadata, and after a cut a look at the thread or channel before posting again.
If Slack does not let us look, the message is not sent again: a missing answer is better than two.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import urllib.request
from collections.abc import Callable, Mapping
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from ssl import SSLContext
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from pydantic import field_serializer
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook import WebhookClient, WebhookResponse

from bot.blockkit import fallbacks
from bot.blockkit.build import inert_context
from bot.blockkit.length import counted
from bot.blockkit.shorter import shortened
from bot.observe import metrics
from bot.slack.outbox import PACE_SECONDS, LaterError
from bot.slack.rate_limits import method_of
from bot.wording import words
from engine.base.lazy import Lazy
from knowledge.facts import Fact

log = logging.getLogger(__name__)

LIMITED = 429
EVENT_TYPE = "chipscout_message"
LOOK_BACK_SECONDS = 600.0  # our clock and Slack's may differ
TOO_LONG = "msg_blocks_too_long"
REFUSES_BLOCKS = frozenset({"invalid_blocks", "invalid_blocks_format", "invalid_attachments", TOO_LONG})
SHARE = 0.6  # kept of blocks that are too long together; Slack says neither the limit nor by how much
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
SEEN_REFUSED = fallbacks.Refusals()  # remembered in this process, so that not every post costs two calls


class Message(Fact):
    """`text` is for notifications and screen readers, `plain` the whole message in case blocks are refused.

    That is rare, so `plain` may be drawn when it comes to it; `plain_text` is it, drawn.
    """

    channel: str
    thread_ts: str | None = None
    text: str
    blocks: Blocks
    plain: str | Lazy[str]

    @property
    def plain_text(self) -> str:
        return self.plain if isinstance(self.plain, str) else self.plain.value

    @field_serializer("plain")
    def _drawn(self, _plain: str | Lazy[str]) -> str:
        return self.plain_text  # one that is kept is drawn


class BlocksRefusedError(Exception):
    """Slack refuses these blocks; `messages` say which."""

    def __init__(self, *messages: str) -> None:
        self.messages = messages
        super().__init__(*messages)


class BlocksTooLongError(BlocksRefusedError):
    """Slack takes each of these blocks, but not as many words in one message."""


class RefusedError(Exception):
    """Slack refuses this message; `code` is its error code."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class UnsureError(Exception):
    """Slack failed; the message may have been shown or not."""


class _Http(HTTPConnection):
    """Calls `before` when it stands and nothing has been sent on it."""

    def __init__(self, *args: Any, before: Callable[[], None], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._before = before

    def connect(self) -> None:
        super().connect()
        self._before()


class _Https(_Http, HTTPSConnection):
    """The same."""


class _Opening(urllib.request.HTTPSHandler, urllib.request.HTTPHandler):
    def __init__(self, before: Callable[[], None], context: SSLContext | None) -> None:
        super().__init__(context=context)
        self._tls, self._before = context, before

    def http_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self.do_open(partial(_Http, before=self._before), req)

    def https_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self.do_open(partial(_Https, before=self._before), req, context=self._tls)


class _Sender(WebhookClient):
    """Calls `before` between connecting and sending. What dies before that has sent nothing; what dies after it has
    very likely sent everything, because the kernel goes on."""

    def __init__(self, url: str, before: Callable[[], None]) -> None:
        super().__init__(url, retry_handlers=[])
        self._before = before

    def _perform_http_request_internal(self, url: str, req: urllib.request.Request) -> WebhookResponse:
        proxies = urllib.request.ProxyHandler({"http": self.proxy, "https": self.proxy} if self.proxy else None)
        opener = urllib.request.build_opener(proxies, _Opening(self._before, self.ssl))
        with opener.open(req, timeout=self.timeout) as answer:
            body = answer.read().decode(answer.headers.get_content_charset() or "utf-8")
            return WebhookResponse(url=url, status_code=answer.status, body=body, headers=dict(answer.headers))


def privately(
    response_url: str, message: Message, *, replaces: bool = False, before: Callable[[], None] = lambda: None
) -> None:
    """Shown only to the user who typed or pressed, through the response_url.

    With `replaces` it replaces the message whose button was pressed; in answer to a command Slack shows another one.
    `before` is called each time right before the message leaves.

    Raises:
        RefusedError: the address is used up or expired, or Slack refuses the message.
        UnsureError: Slack failed, and may have shown it.
        LaterError: Slack says when to try again.
    """
    client = _Sender(response_url, before)
    body: dict[str, Any] = {"response_type": "ephemeral", "unfurl_links": False, "unfurl_media": False}
    body |= {"replace_original": replaces} | ({"thread_ts": message.thread_ts} if message.thread_ts else {})

    def send(text: str, blocks: Blocks) -> None:
        sent = client.send_dict(body | {"text": text} | ({"blocks": blocks} if blocks else {}))
        if sent.status_code == LIMITED:
            metrics.rate_limited("response_url")
            raise LaterError(_retry_after(sent.headers), is_limit=True)
        if any(code in sent.body for code in REFUSES_BLOCKS):
            raise _refusal(TOO_LONG if TOO_LONG in sent.body else "", sent.body)
        if sent.status_code >= 500:
            raise UnsureError(sent.status_code)
        if sent.status_code != 200:
            raise RefusedError(sent.body)

    in_forms(message, send)


def in_forms(message: Message, send: Callable[[str, Blocks], Sent]) -> Sent:
    """Sends the newest blocks Slack accepts: after each refusal a simpler form, in the end plain text.

    Blocks that are too long together are sent without the last of them. That says nothing about any form.

    `send` gets the text and the blocks (none for plain text) and raises BlocksRefusedError if Slack refuses
    these blocks; other exceptions pass through.
    """
    refused = SEEN_REFUSED.known()
    learned: set[str] = set()
    left, cut = message.blocks, False
    while left:
        blocks = fallbacks.without(left, refused)
        note = [inert_context(words.say("slack/notices.j2", "shortened"))] if cut else []
        try:
            sent = send(message.text, [*blocks, *note])
        except BlocksTooLongError:
            left, cut = shortened(blocks, SHARE * counted(blocks)), True
            log.error("blocks were too long together; %d of %d are sent", len(left), len(blocks))
            if len(left) == len(blocks):
                break
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
    return send(message.plain_text, [])


def _refusal(code: str, *told: str) -> BlocksRefusedError:
    return BlocksTooLongError(*told) if code == TOO_LONG else BlocksRefusedError(*told)


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
            if is_unsure(problem) or _is_limit(problem):
                raise
            if blocks and _code(problem) in REFUSES_BLOCKS:
                raise _refusal(_code(problem), *_pointers(problem.response.data)) from problem
            raise RefusedError(_code(problem)) from problem

    in_forms(message, send)


def whisper(client: WebClient, user: str, message: Message) -> None:
    """Shown to one user in the channel, without a response_url; if that fails, as a direct message."""

    def send(text: str, blocks: Blocks) -> None:
        shown: dict[str, Any] = {"text": text, "blocks": blocks or None}
        try:
            client.chat_postEphemeral(channel=message.channel, user=user, thread_ts=message.thread_ts, **shown)
        except SlackApiError as problem:
            if _is_limit(problem):
                raise
            if blocks and _code(problem) in REFUSES_BLOCKS:
                raise _refusal(_code(problem), *_pointers(problem.response.data)) from problem
            log.info("nothing private can be shown in the channel (%s)", _code(problem))
            client.chat_postMessage(channel=user, unfurl_links=False, unfurl_media=False, **shown)

    in_forms(message, send)


def offer(message: Message, number: str) -> Message:
    """The line with a button in place of a private message that may have been shown."""
    said, label = words.say("slack/notices.j2", "offered"), words.say("slack/notices.j2", "offered_show")
    blocks = words.environment().get_template("slack/card/offer.j2").render(said=said, label=label, number=number)
    plain = words.mrkdwn(f"{said} {words.say('slack/notices.j2', 'offered_plain')}")
    return message.model_copy(update={"text": words.mrkdwn(said), "blocks": json.loads(blocks), "plain": plain})


def as_text(sentence: str, card: str) -> str:
    """The sentence, and the card as plain text below it."""
    return words.environment().get_template("slack/card/as_text.j2").render(sentence=sentence, card=card)


def post_keyed(client: WebClient, key: str, message: Message) -> str:
    return _post(client, key, message)[1]


def post_to_person(client: WebClient, key: str, message: Message) -> tuple[str, str]:
    """Into the direct messages of the person whose id stands for a channel: which channel that is, and the `ts`."""
    return _post(client, key, message)


def _post(client: WebClient, key: str, message: Message) -> tuple[str, str]:
    metadata = {"event_type": EVENT_TYPE, "event_payload": {"key": _digest(key)}}
    fixed: dict[str, Any] = {"channel": message.channel, "thread_ts": message.thread_ts, "metadata": metadata}
    fixed |= {"unfurl_links": False, "unfurl_media": False}

    def send(text: str, blocks: Blocks) -> tuple[str, str]:
        try:
            posted = client.chat_postMessage(text=text, blocks=blocks or None, **fixed)
        except SlackApiError as problem:
            if is_unsure(problem) or _is_limit(problem):
                raise
            if blocks and _code(problem) in REFUSES_BLOCKS:
                raise _refusal(_code(problem), *_pointers(problem.response.data)) from problem
            raise RefusedError(_code(problem)) from problem
        return str(posted["channel"]), str(posted["ts"])

    return in_forms(message, send)


def has_file(client: WebClient, channel: str, thread_ts: str | None, name: str, begun: float) -> bool:
    """Whether a file of that name was uploaded since an attempt was `begun`, of which nothing else is known."""
    since: dict[str, Any] = {"oldest": f"{begun - LOOK_BACK_SECONDS:.6f}", "limit": 200}
    if thread_ts:
        seen = client.conversations_replies(channel=channel, ts=thread_ts, **since)
    else:
        seen = client.conversations_history(channel=channel, **since)
    return any(file.get("name") == name for message in seen["messages"] for file in message.get("files") or ())


def turn(token: str | None, channel: str) -> _Turn:
    """Held while a message goes to a channel. If Slack asks one message to wait, those behind it wait as well,
    instead of each using up its attempts. Other channels are not affected.
    """
    with _guard:
        return _turns.setdefault((token, channel), _Turn())


def find(client: WebClient, key: str, message: Message, begun: float) -> str | None:
    """The `ts` of the first message that carries our key."""
    since: dict[str, Any] = {"oldest": f"{begun - LOOK_BACK_SECONDS:.6f}", "limit": 200, "include_all_metadata": True}
    while True:
        if message.thread_ts:
            seen = client.conversations_replies(channel=message.channel, ts=message.thread_ts, **since)
        else:
            seen = client.conversations_history(channel=message.channel, **since)
        found = [str(posted["ts"]) for posted in seen["messages"] if _key_in(posted) == _digest(key)]
        if found:
            return min(found, key=float)
        cursor = (seen.get("response_metadata") or {}).get("next_cursor")
        if not cursor:
            return None
        since["cursor"] = cursor


def _key_in(posted: Mapping[str, Any]) -> object:
    return ((posted.get("metadata") or {}).get("event_payload") or {}).get("key")


def _digest(key: str) -> str:
    """Every app in the workspace can read metadata, so the key itself is not sent."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def later_if_limited(problem: Exception) -> None:
    """Raises LaterError where Slack says when to try again."""
    if isinstance(problem, SlackApiError) and _is_limit(problem):
        metrics.rate_limited(method_of(str(problem.response.api_url)))
        raise LaterError(_retry_after(problem.response.headers), is_limit=True) from problem


def _retry_after(headers: Mapping[str, Any]) -> float:
    said = next((value for name, value in headers.items() if name.lower() == "retry-after"), None)
    try:
        return max(0.0, float(said[0] if isinstance(said, list) else said or PACE_SECONDS))
    except ValueError:
        return PACE_SECONDS


def _is_limit(problem: SlackApiError) -> bool:
    return problem.response.status_code == LIMITED or _code(problem) == "ratelimited"


def is_unsure(problem: SlackApiError) -> bool:
    return problem.response.status_code >= 500 or _code(problem) in UNSURE


def _code(problem: SlackApiError) -> str:
    return str(problem.response.get("error") or "unknown_error")


def _pointers(answer: object) -> tuple[str, ...]:
    """Slack's messages on what is wrong and where, or its whole answer."""
    messages = (answer.get("response_metadata") or {}).get("messages") if isinstance(answer, Mapping) else None
    return tuple(map(str, messages)) if messages else (str(answer),)
