"""Observing the workspace: what happened, and waiting for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.slack.local.people import Person
from tests.slack.local.pings import Link, Ping
from tests.slack.local.records import Call, Channel, Failure, Json, Message, Named, View
from tests.slack.local.state import World
from tests.slack.local.transport.socket_mode import Delivery, Hub


class Watch:
    """The looking half of `LocalSlack`; needs `world`, `hub` and `patience`."""

    world: World
    hub: Hub
    patience: float

    def dm(self, with_: Named) -> Channel:
        """The direct message between the bot and somebody."""
        with self.world.lock:
            return self.world.direct(with_.id)

    # ---- waiting ------------------------------------------------------------------------------------------------

    def wait_for(self, found: Callable[[], Any], *, timeout: float | None = None, what: str = "it") -> Any:
        """What `found` returns once that is true.

        Raises:
            AssertionError: it was not, in time; the message tells what the app did instead.
        """
        seconds = self.patience if timeout is None else timeout
        result = self.world.wait(found, seconds)
        assert result, f"waited {seconds:g} s for {what}\n{self.report()}"
        return result

    def wait_for_message(
        self,
        *,
        in_: Channel | Person | None = None,
        thread: Message | None = None,
        containing: str = "",
        timeout: float | None = None,
    ) -> Message:
        """The bot's next message there that no wait has given out yet. Ephemerals do not count."""
        place = self._id(in_)

        def fits(message: Message) -> bool:
            in_thread = thread is None or message.thread_ts == (thread.thread_ts or thread.ts)
            here = place is None or message.channel == place
            return message.by_bot and not message.ephemeral_to and here and in_thread and containing in message.said

        return self._next(fits, timeout, f"a message{f' with {containing!r}' if containing else ''}")

    def wait_for_ephemeral(
        self, *, to: Named, in_: Channel | Person | None = None, containing: str = "", timeout: float | None = None
    ) -> Message:
        """The next message only that person sees, by whatever way it came."""
        place = self._id(in_)

        def fits(message: Message) -> bool:
            here = place is None or message.channel == place
            return message.ephemeral_to == to.id and here and containing in message.said

        return self._next(fits, timeout, "an ephemeral message")

    def wait_for_view(self, *, for_: Named, callback_id: str | None = None, timeout: float | None = None) -> View:
        """The modal on top of that person's screen; a modal given out before counts again once it has changed."""

        def top() -> View | None:
            stack = self.world.stacks.get(for_.id, [])
            view = stack[-1] if stack else None
            fits = view is not None and not view.handed_out and callback_id in (None, view.callback_id)
            return view if fits else None

        view: View = self.wait_for(top, timeout=timeout, what="a modal")
        view.handed_out = True
        return view

    def wait_for_home(self, *, of: Named, timeout: float | None = None) -> View:
        """The Home view, once published; given out before, once it is published again."""

        def fresh() -> View | None:
            view = self.world.homes.get(of.id)
            return view if view is not None and not view.handed_out else None

        view: View = self.wait_for(fresh, timeout=timeout, what="a Home view")
        view.handed_out = True
        return view

    def wait_for_connections(self, count: int = 1, *, timeout: float = 20.0) -> None:
        """Until that many sockets have been told hello and are open."""
        self.wait_for(lambda: self.connections >= count, timeout=timeout, what=f"{count} sockets")

    def wait_until_quiet(self, *, quiet: float = 0.3, timeout: float | None = None) -> None:
        """Until every delivery is over and nothing has happened for a while: for asserting that nothing came."""
        deadline = time.monotonic() + (2 * self.hub.ack_seconds + self.patience if timeout is None else timeout)
        with self.world.changed:
            while time.monotonic() < deadline:
                rest = self.world.last_change + quiet - time.monotonic()
                pending = any(True for _ in self.hub.unacked())
                if rest <= 0 and not pending:
                    return
                self.world.changed.wait(rest if rest > 0 else quiet)
        raise AssertionError(f"it did not become quiet\n{self.report()}")

    def _next(self, fits: Callable[[Message], bool], timeout: float | None, what: str) -> Message:
        def first() -> Message | None:
            for message in self.world.messages:
                if id(message) not in self.world.handed_out and not message.deleted and fits(message):
                    return message
            return None

        message: Message = self.wait_for(first, timeout=timeout, what=what)
        self.world.handed_out.add(id(message))
        return message

    # ---- what happened ------------------------------------------------------------------------------------------

    @property
    def connections(self) -> int:
        with self.world.lock:
            return sum(1 for each in self.hub.connections if not each.ws.closed)

    @property
    def failures(self) -> list[Failure]:
        """What a user or Slack would have held against the app."""
        with self.world.lock:
            return list(self.world.failures)

    @property
    def pings(self) -> list[Ping]:
        """Everybody the app's messages would have notified by `<!…>`, `<@…>` or rich text."""
        with self.world.lock:
            return list(self.world.pings)

    @property
    def links(self) -> list[Link]:
        """Every link in the app's messages."""
        with self.world.lock:
            return list(self.world.links)

    @property
    def deliveries(self) -> list[Delivery]:
        with self.world.lock:
            return list(self.hub.deliveries)

    @property
    def redeliveries(self) -> list[Delivery]:
        """Those that took more than one attempt."""
        return [each for each in self.deliveries if len(each.attempts) > 1]

    def calls(self, method: str | None = None) -> list[Call]:
        """The Web API calls so far, oldest first; `response_url` counts as a method."""
        with self.world.lock:
            return [call for call in self.world.calls if method in (None, call.method)]

    @property
    def refused(self) -> list[Call]:
        """Calls that Slack refused without having been told to."""
        return [call for call in self.calls() if call.error and not call.scripted]

    def messages(self, *, in_: Channel | Person | None = None, by_bot: bool = True) -> list[Message]:
        """Messages that stand, without ephemerals."""
        place = self._id(in_)
        with self.world.lock:
            standing = [each for each in self.world.messages if not each.deleted and not each.ephemeral_to]
            return [each for each in standing if place in (None, each.channel) and each.by_bot >= by_bot]

    def replies(self, to: Message) -> list[Message]:
        """The bot's messages in the thread."""
        return [each for each in self.messages(in_=None) if each.channel == to.channel and each.thread_ts == to.ts]

    def ephemerals(self, *, to: Named | None = None) -> list[Message]:
        with self.world.lock:
            hidden = [each for each in self.world.messages if each.ephemeral_to and not each.deleted]
            return [each for each in hidden if to is None or each.ephemeral_to == to.id]

    def home(self, of: Named) -> View | None:
        return self.world.homes.get(of.id)

    def modals(self, of: Named) -> list[View]:
        """The stack, top last."""
        with self.world.lock:
            return list(self.world.stacks.get(of.id, []))

    def prompts(self, of: Named) -> list[Json]:
        """The suggested prompts in somebody's direct message with the bot."""
        given = self.world.suggested_prompts.get(self.dm(of).id)
        return list(given["prompts"]) if given else []

    @property
    def files(self) -> list[Json]:
        """Uploaded files with their content."""
        with self.world.lock:
            return [file for file in self.world.files.values() if file["content"] is not None]

    def report(self) -> str:
        """The last calls, what waits for an ack, and the failures, for a test's message."""
        with self.world.lock:
            calls = [
                f"  {call.method} -> {call.error or 'ok'} {call.answer.get('errors', '')}"
                for call in self.world.calls[-8:]
            ]
            waiting = [f"  {delivery.name}" for delivery in self.hub.unacked()]
            failures = [f"  {failure.what}: {failure.because}" for failure in self.world.failures]
            lines = ["last calls:", *calls, "not acknowledged yet:", *waiting, "failures:", *failures]
            return "\n".join([*lines, f"sockets open: {len(self.hub.connections)}"])

    def _id(self, where: Channel | Person | None) -> str | None:
        if isinstance(where, Person):
            return self.dm(where).id
        return where.id if where is not None else None
