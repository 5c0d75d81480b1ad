"""What the workspace holds: people, channels, messages, views, calls.

One lock; whoever waits is told of every change.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.blockkit.shapes import slack_limits

TEAM = "T0LOCAL"
DOMAIN = "local"
APP = "A0LOCAL"
BOT_TOKEN = "xoxb-local"
APP_TOKEN = "xapp-local"
ALL_SCOPES = frozenset(
    {
        "app_mentions:read",
        "assistant:write",
        "channels:history",
        "channels:join",
        "channels:read",
        "chat:write",
        "commands",
        "files:read",
        "files:write",
        "groups:history",
        "groups:read",
        "im:history",
        "im:read",
        "im:write",
        "reactions:read",
        "reactions:write",
        "team:read",
        "users:read",
        "users:read.email",
    }
)
EVENTS = frozenset({"app_mention", "app_home_opened", "message.channels", "message.groups", "message.im"})

Json = dict[str, Any]


class Named(Protocol):
    """Whatever has an id: a person, a channel, the bot."""

    @property
    def id(self) -> str: ...


class SlackError(Exception):
    """A Web API refusal, as Slack words it."""

    def __init__(self, code: str, **more: Any) -> None:
        super().__init__(code)
        self.code, self.more = code, more


@dataclass
class UserRecord:
    id: str
    name: str
    is_bot: bool = False
    tz: str = "Europe/Berlin"
    tz_offset: int = 3600


@dataclass
class Channel:
    id: str
    name: str
    members: set[str]
    is_private: bool = False
    is_im: bool = False
    is_archived: bool = False
    user: str | None = None  # the other side of a direct message

    @property
    def type(self) -> str:
        if self.is_im:
            return "im"
        return "group" if self.is_private else "channel"


@dataclass
class Message:
    """A message as it stands now; `before` holds its earlier contents."""

    channel: str
    ts: str
    user: str
    text: str
    blocks: list[Json]
    attachments: list[Json]
    thread_ts: str | None
    via: str
    by_bot: bool
    posted_at: float
    ephemeral_to: str | None = None
    metadata: Json | None = None
    files: list[Json] = field(default_factory=list)
    reactions: dict[str, set[str]] = field(default_factory=dict)
    before: list[Json] = field(default_factory=list)
    deleted: bool = False
    reply_broadcast: bool = False
    deliveries: list[Any] = field(default_factory=list)

    @property
    def said(self) -> str:
        """Everything a reader sees, in one string: the text and every text in the blocks."""
        return "\n".join([self.text, *texts_in(self.blocks), *texts_in(self.attachments)])


@dataclass
class View:
    """A modal or Home view as the user has it before them."""

    id: str
    user: str
    body: Json
    hash: str
    root: str
    previous: str | None = None
    is_open: bool = True
    values: dict[str, Json] = field(default_factory=dict)
    handed_out: bool = False
    shown_at: float = 0.0
    updates: int = 0

    @property
    def blocks(self) -> list[Json]:
        blocks: list[Json] = self.body["blocks"]
        return blocks

    @property
    def callback_id(self) -> str:
        return str(self.body.get("callback_id", ""))

    @property
    def title(self) -> str:
        return str(self.body.get("title", {}).get("text", ""))

    @property
    def said(self) -> str:
        return "\n".join(texts_in(self.body))


@dataclass
class ResponseUrl:
    token: str
    user: str
    channel: str
    created: float
    source: Message | None = None  # the message that holds the button
    uses: int = 0
    responses: list[Message] = field(default_factory=list)  # by post to the address
    shown: list[Message] = field(default_factory=list)  # those and what the ack carried
    payloads: list[Json] = field(default_factory=list)


@dataclass
class Trigger:
    id: str
    user: str
    created: float
    used: bool = False


@dataclass
class Call:
    """One Web API call as it came in, and what was answered."""

    method: str
    args: Json
    token: str
    at: float
    error: str | None = None
    answer: Json = field(default_factory=dict)
    scripted: bool = False


@dataclass
class Fault:
    """What shall go wrong with the next calls of one method."""

    method: str
    times: int
    error: str | None = None
    status: int | None = None
    retry_after: int | None = None
    cut: str | None = None  # "before" or "after" the call takes effect
    hangs: bool = False


@dataclass(frozen=True)
class Failure:
    """Something a user or Slack would have held against the app."""

    what: str
    because: str
    detail: Any = None


class World:
    """The state. Every method takes the lock; `changed` wakes those who wait."""

    def __init__(self, scopes: Iterable[str], events: Iterable[str]) -> None:
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.protocol = slack_limits().protocol
        self.scopes = frozenset(scopes)
        self.events = frozenset(events)
        self.commands: dict[str, bool] = {}  # name -> should_escape; empty: any command, escaped
        self.users: dict[str, UserRecord] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: list[Message] = []
        self.views: dict[str, View] = {}
        self.stacks: dict[str, list[View]] = {}
        self.homes: dict[str, View] = {}
        self.triggers: dict[str, Trigger] = {}
        self.response_urls: dict[str, ResponseUrl] = {}
        self.files: dict[str, Json] = {}
        self.calls: list[Call] = []
        self.faults: list[Fault] = []
        self.failures: list[Failure] = []
        self.pings: list[Any] = []
        self.links: list[Any] = []
        self.suggested_prompts: dict[str, Json] = {}
        self.statuses: list[Json] = []
        self.rate_limited = False
        self.last_post: dict[str, float] = {}
        self.handed_out: set[int] = set()
        self.skew = 0.0
        self.last_change = time.monotonic()
        self._numbers: dict[str, int] = {}
        self._last_ts = 0
        self.bot = UserRecord(self.new_id("U"), "chipscout", is_bot=True)
        self.bot_id = self.new_id("B")
        self.users[self.bot.id] = self.bot

    def now(self) -> float:
        """The workspace's clock, in seconds; `skew` moves it on without waiting."""
        return time.time() + self.skew

    def new_id(self, letter: str) -> str:
        with self.lock:
            self._numbers[letter] = self._numbers.get(letter, 0) + 1
            return f"{letter}0{self._numbers[letter]:07d}"

    def new_ts(self) -> str:
        with self.lock:
            self._last_ts = max(self._last_ts + 1, int(self.now() * 1_000_000))
            return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    def notify(self) -> None:
        with self.changed:
            self.last_change = time.monotonic()
            self.changed.notify_all()

    def wait(self, found: Callable[[], Any], timeout: float) -> Any:
        """What `found` returns once it is true; its last value when the time is up."""
        with self.changed:
            return self.changed.wait_for(found, timeout)

    def fail(self, what: str, because: str, detail: Any = None) -> None:
        with self.lock:
            self.failures.append(Failure(what, because, detail))
            self.notify()

    def channel_of(self, name: object) -> Channel:
        """A channel by id or #name, or the direct message with a user.

        Raises:
            SlackError: there is none.
        """
        wanted = str(name or "")
        if wanted in self.channels:
            return self.channels[wanted]
        if wanted in self.users:
            return self.direct(wanted)
        for channel in self.channels.values():
            if not channel.is_im and channel.name == wanted.removeprefix("#"):
                return channel
        raise SlackError("channel_not_found")

    def direct(self, user: str) -> Channel:
        for channel in self.channels.values():
            if channel.is_im and channel.user == user:
                return channel
        channel = Channel(self.new_id("D"), "directmessage", {user, self.bot.id}, is_im=True, user=user)
        self.channels[channel.id] = channel
        return channel

    def message_at(self, channel: str, ts: str) -> Message:
        for message in self.messages:
            if message.channel == channel and message.ts == ts and not message.deleted and not message.ephemeral_to:
                return message
        raise SlackError("message_not_found")

    def new_trigger(self, user: str) -> Trigger:
        trigger = Trigger(f"{self.new_ts()}.{user}", user, self.now())
        self.triggers[trigger.id] = trigger
        return trigger

    def use_trigger(self, trigger_id: object) -> str:
        """The user it stands for; works once, and not for long."""
        trigger = self.triggers.get(str(trigger_id or ""))
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.used:
            raise SlackError("exchanged_trigger_id")
        if self.now() - trigger.created > self.protocol.trigger_seconds:
            raise SlackError("expired_trigger_id")
        trigger.used = True
        return trigger.user

    def new_response_url(self, user: str, channel: str, source: Message | None = None) -> ResponseUrl:
        url = ResponseUrl(f"{APP}/{self.new_id('R')}/{self.new_ts()}", user, channel, self.now(), source)
        self.response_urls[url.token] = url
        return url

    def take_fault(self, method: str) -> Fault | None:
        with self.lock:
            for fault in self.faults:
                if fault.method == method and fault.times > 0:
                    fault.times -= 1
                    return fault
            return None


def texts_in(part: object) -> list[str]:
    """Every `text`, `title` or `caption` string in a payload, in order of standing."""
    found: list[str] = []
    if isinstance(part, Mapping):
        for key, value in part.items():
            if isinstance(value, str) and key in (
                "text",
                "title",
                "caption",
                "alt_text",
                "fallback",
                "label",
                "name",
            ):
                found.append(value)
            else:
                found += texts_in(value)
    elif isinstance(part, list | tuple):
        for entry in part:
            found += texts_in(entry)
    return found
