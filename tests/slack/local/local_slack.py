"""A Slack on this machine, for tests: start it, point an app at it, and act as people would."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from tests.slack.local.core import Core
from tests.slack.local.handles import Deed
from tests.slack.local.people import Person
from tests.slack.local.records import (
    ALL_SCOPES,
    APP_TOKEN,
    BOT_TOKEN,
    EVENTS,
    Channel,
    Fault,
    Message,
    Named,
    UserRecord,
)
from tests.slack.local.state import World
from tests.slack.local.transport.server import Server
from tests.slack.local.transport.socket_mode import Hub
from tests.slack.local.watch import Watch

EVERY_KIND = frozenset({"events_api", "interactive", "slash_commands"})


class LocalSlack(Watch):
    """The workspace and its driver.

    `commands` maps a slash command to its `should_escape`; empty: any command, escaped. `redelivers` names the
    envelope types sent a second time when the first is not acknowledged. `patience`: how long waits last by default.
    """

    def __init__(
        self,
        *,
        scopes: Iterable[str] = ALL_SCOPES,
        events: Iterable[str] = EVENTS,
        commands: Mapping[str, bool] | None = None,
        redelivers: Iterable[str] = EVERY_KIND,
        ack_seconds: float | None = None,
        patience: float = 5.0,
        port: int = 0,
    ) -> None:
        self.world = World(scopes, events)
        self.world.commands = dict(commands or {})
        self.hub = Hub(self.world, frozenset(redelivers), ack_seconds or self.world.protocol.ack_seconds)
        self.core = Core(self.world, self.hub)
        self.server = Server(self.core, port)
        self.patience = patience

    @classmethod
    def from_manifest(cls, manifest: Mapping[str, Any], **options: Any) -> LocalSlack:
        """A workspace in which the app is installed as its manifest says: commands, events, bot scopes."""
        features, settings = manifest.get("features", {}), manifest.get("settings", {})
        commands = {each["command"]: bool(each.get("should_escape")) for each in features.get("slash_commands", [])}
        events = settings.get("event_subscriptions", {}).get("bot_events", [])
        scopes = manifest.get("oauth_config", {}).get("scopes", {}).get("bot", [])
        return cls(scopes=scopes, events=events, commands=commands, **options)

    # ---- up and down --------------------------------------------------------------------------------------------

    def start(self) -> LocalSlack:
        self.server.start()
        return self

    def stop(self) -> None:
        self.server.stop()

    def __enter__(self) -> LocalSlack:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """What SLACK_API_URL shall be."""
        return f"{self.server.base}/api/"

    @property
    def env(self) -> dict[str, str]:
        return {"SLACK_BOT_TOKEN": BOT_TOKEN, "SLACK_APP_TOKEN": APP_TOKEN, "SLACK_API_URL": self.url}

    # ---- the workspace ------------------------------------------------------------------------------------------

    @property
    def bot(self) -> UserRecord:
        return self.world.bot

    def user(self, name: str, **about: Any) -> Person:
        """A member by that name; made on first use. `about`: more of `UserRecord`, such as `team`."""
        with self.world.lock:
            for known in self.world.users.values():
                if known.name == name:
                    return Person(known.id, known.name, self)
            record = UserRecord(self.world.new_id("U"), name, **about)
            self.world.users[record.id] = record
            return Person(record.id, name, self)

    def channel(
        self, name: str, *, members: Iterable[Named] = (), private: bool = False, shared: bool = False
    ) -> Channel:
        """A new channel with these members. `shared`: with another organization."""
        with self.world.lock:
            among = {each.id for each in members}
            channel = Channel(self.world.new_id("C"), name, among, is_private=private, is_ext_shared=shared)
            self.world.channels[channel.id] = channel
            return channel

    def archive(self, channel: Channel) -> None:
        channel.is_archived = True

    def remove_bot(self, channel: Channel) -> None:
        channel.members.discard(self.bot.id)

    def place(self, where: Channel | Person, who: Person) -> Channel:
        """The channel meant; a person stands for their direct message with the bot."""
        channel = self.dm(where) if isinstance(where, Person) else where
        assert who.id in channel.members, f"{who.name} is not in #{channel.name}"
        assert not channel.is_archived, f"#{channel.name} is archived"
        return channel

    # ---- trouble ------------------------------------------------------------------------------------------------

    def fail_next(
        self,
        method: str,
        *,
        error: str | None = None,
        status: int | None = None,
        retry_after: int | None = None,
        cut: str | None = None,
        hangs: bool = False,
        holds: bool = False,
        spares: int = 0,
        times: int = 1,
    ) -> None:
        """Script the next calls of a method (`response_url` is one, too).

        One of: `error` (ok false), `status` (HTTP), `retry_after` (429), `cut` "before" or "after" the call takes
        effect (the connection is reset), `hangs` (no answer until the client gives up), `holds` (the same, but the
        call takes effect). The first `spares` calls are let through.
        """
        assert cut in (None, "before", "after"), cut
        with self.world.lock:
            self.world.faults.append(Fault(method, times, error, status, retry_after, cut, hangs, holds, spares))

    def lacks(self, *kinds: str) -> None:
        """Refuse messages with these kinds of blocks ("fields": sections that have some), as an older Slack does."""
        self.world.unknown_blocks |= set(kinds)

    def limit_rates(self, on: bool = True) -> None:
        """Answer 429 to a second chat.postMessage within a second in one channel."""
        self.world.rate_limited = on

    def advance(self, seconds: float) -> None:
        """Move the workspace's clock: triggers and response URLs age, rate limits pass."""
        self.world.skew += seconds

    def disconnect_sockets(self, reason: str = "refresh_requested") -> None:
        """Ask every client to reconnect: warning, refresh_requested or link_disabled."""
        asyncio.run_coroutine_threadsafe(self.hub.disconnect(reason), self.server.loop).result(self.patience)

    def cut_sockets(self) -> None:
        """Reset every socket without a word."""

        async def cut() -> int:
            return self.hub.cut()

        asyncio.run_coroutine_threadsafe(cut(), self.server.loop).result(self.patience)

    def redeliver(self, what: Deed | Message, *, reason: str = "timeout") -> None:
        """Send the same payloads again, as Slack does when an ack got lost."""
        for delivery in what.deliveries if isinstance(what, Message) else [what.delivery]:
            self.hub.send_again(delivery, 1, reason)
