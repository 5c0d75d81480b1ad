"""The state of the workspace: people, channels, messages, views, calls. One lock; every change wakes the waiting."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from bot.blockkit.check.shapes import slack_limits
from tests.slack.local.records import (
    APP,
    BOT_TOKEN,
    TEAM,
    Call,
    Channel,
    Failure,
    Fault,
    Json,
    Message,
    ResponseUrl,
    SlackError,
    Trigger,
    UserRecord,
    View,
)

__all__ = ["Channel", "Message", "World"]


class World:
    """The state. Every method takes the lock; `changed` wakes those who wait."""

    def __init__(
        self, scopes: Iterable[str], events: Iterable[str], *, team: str = TEAM, token: str = BOT_TOKEN
    ) -> None:
        self.team, self.bot_token = team, token
        self.is_installed = True
        self.enterprise: str | None = None  # the organization this workspace belongs to
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.protocol = slack_limits().protocol
        self.scopes = frozenset(scopes)
        self.events = frozenset(events)
        self.commands: dict[str, bool] = {}  # name -> should_escape; empty: any command, escaped
        self.unknown_blocks: set[str] = set()  # kinds this workspace does not have
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
        """What `found` returns once it is true; its last value after the timeout."""
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
                if fault.method == method and fault.spares > 0:
                    fault.spares -= 1
                elif fault.method == method and fault.times > 0:
                    fault.times -= 1
                    return fault
            return None
