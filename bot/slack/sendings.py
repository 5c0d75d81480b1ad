"""Messages on their way: each is tried until Slack took or refused it, and shown once however often it is tried.

An attempt never sleeps: one that has to wait says when it is due (`LaterError`), and the outbox comes back to it.
Right before each try it is written down who makes it; so a process that stood still while another took over sends
nothing, and one that takes over knows which message may have been sent already.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import NamedTuple
from urllib.error import URLError

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.observe import metrics
from bot.slack import post
from bot.slack.outbox import Lane, LaterError, at_once
from knowledge.store.deliveries import HeldElsewhereError
from knowledge.store.store import Store

log = logging.getLogger(__name__)

WAITS = (0.5, 2.0, 5.0)  # seconds before each new attempt
PRIVATE = "private"  # instead of the `ts` of a message that only one person sees


class Posting:
    """A message that goes to a channel exactly once; an attempt gives its `ts`, found from an earlier one or new.

    Raises:
        RefusedError: Slack refused it for good.
        HeldElsewhereError: another process is about to send it.
        OSError, HTTPException, SlackApiError: it could not be sent, or it is unknown whether it was.
    """

    def __init__(self, client: WebClient, store: Store, key: str, message: post.Message) -> None:
        self._client, self._store, self._key, self._message = client, store, key, message
        self.lane, self.thread = Lane(client.token, message.channel), message.thread_ts
        self._waits = iter(WAITS)
        self._begun: float | None = None
        self._must_look = False

    def attempt(self) -> str:
        client, key, message, deliveries = self._client, self._key, self._message, self._store.deliveries
        try:
            with post.turn(client.token, message.channel):  # nobody else posts there between the look and the sending
                earlier = deliveries.begin_post(key, message.channel)
                if earlier is not None and earlier.ts is not None:
                    return earlier.ts
                if self._begun is None:
                    self._begun, self._must_look = (earlier.begun, True) if earlier else (time.time(), False)
                ts = None
                if self._must_look:
                    ts = post.find(client, key, message, self._begun)
                    deliveries.begin_post(key, message.channel)  # looking takes a while
                ts = ts or post.post_keyed(client, key, message)
        except post.RefusedError:
            deliveries.drop_post(key)
            raise
        except (SlackApiError, OSError, HTTPException) as problem:
            try:
                post.later_if_limited(problem)
                if isinstance(problem, SlackApiError) and not post.is_unsure(problem):
                    raise
                self._must_look = True
                raise _later(problem, self._waits) from problem
            except (SlackApiError, OSError, HTTPException):
                deliveries.let_go(key)
                raise
        deliveries.posted(key, ts)
        metrics.answered()
        return ts


class Plain:
    """A sentence in a direct message, which may come twice."""

    def __init__(self, client: WebClient, message: post.Message) -> None:
        self._client, self._message = client, message
        self.lane, self.thread = Lane(client.token, message.channel), message.thread_ts

    def attempt(self) -> None:
        said = self._message
        try:
            self._client.chat_postMessage(channel=said.channel, thread_ts=said.thread_ts, text=said.text)
        except SlackApiError as problem:
            post.later_if_limited(problem)
            raise


class Once(NamedTuple):
    """Under which key something is shown to a person of a workspace: not again after a restart."""

    store: Store
    team: str
    key: str


class Whisper:
    """Shown to one user in the channel, without a response_url; if that fails, as a direct message.

    With `once`, what may have been shown by a process that died is not repeated: a line offers it.

    Raises:
        HeldElsewhereError: another process is about to show it.
    """

    def __init__(self, client: WebClient, user: str, message: post.Message, once: Once | None = None) -> None:
        self._client, self._user, self._message, self._once = client, user, message, once
        self.lane, self.thread = Lane(client.token, message.channel, user), None
        self._has_begun = False  # here: else whatever is known of it is from another process
        self._may_be_shown = False

    def attempt(self) -> None:
        if self._once is None:
            self._show(self._message)
            return
        deliveries, key = self._once.store.deliveries, self._once.key
        earlier = deliveries.post_of(key)
        if earlier is not None and earlier.ts is not None:
            return
        self._may_be_shown |= earlier is not None and not self._has_begun
        try:
            self._show(self._offer(self._once) if self._may_be_shown else self._message)
        except HeldElsewhereError:
            raise
        except Exception:
            (deliveries.let_go if self._may_be_shown else deliveries.drop_post)(key)
            raise
        deliveries.posted(key, PRIVATE)
        metrics.answered()

    def _show(self, message: post.Message) -> None:
        self._begin()
        try:
            post.whisper(self._client, self._user, message)
        except SlackApiError as problem:
            post.later_if_limited(problem)
            raise

    def _begin(self) -> None:
        """Right before it leaves."""
        if self._once is not None:
            earlier = self._once.store.deliveries.begin_post(self._once.key, self._message.channel)
            if earlier is not None and earlier.ts is not None:
                raise HeldElsewhereError(self._once.key)
            self._has_begun = True

    def _offer(self, once: Once) -> post.Message:
        """The line that stands for it."""
        store, team, key = once
        log.warning("a private answer may have been shown by a process that is gone; it is offered")
        number = store.offered_answers.keep(team, self._user, key, self._message.model_dump_json())
        return post.offer(self._message, number)


class ToAsker(Whisper):
    """Shown only to `user`: through the response_url, else in the channel, else as a direct message.

    A response_url that fails is tried again. One that does not answer may have shown it, so then a line offers it:
    Slack gives nothing to look a private message up with.
    """

    def __init__(
        self,
        client: WebClient,
        user: str,
        response_url: str | None,
        message: post.Message,
        once: Once | None = None,
        *,
        replaces: bool = False,
    ) -> None:
        super().__init__(client, user, message, once)
        self._url, self._replaces, self._waits = response_url, replaces, iter(WAITS)

    def _show(self, message: post.Message) -> None:
        if self._url is not None:
            try:
                return post.privately(self._url, message, replaces=self._replaces, before=self._begin)
            except post.RefusedError as refusal:
                log.info("a private answer is shown anew (%s)", refusal.code)
            except (post.UnsureError, OSError, HTTPException) as problem:
                self._may_be_shown |= isinstance(problem, TimeoutError) and not isinstance(problem, URLError)
                wait = next(self._waits, None)
                if wait is not None:
                    log.warning("a private answer may not have arrived (%s)", type(problem).__name__)
                    raise LaterError(wait) from problem
            self._url = None
        return super()._show(message)


class Update:
    """Replaces the message at `ts`. Safe to repeat.

    Raises:
        RefusedError: Slack does not let us.
    """

    def __init__(self, client: WebClient, ts: str, message: post.Message) -> None:
        self._client, self._ts, self._message = client, ts, message
        self.lane, self.thread = Lane(client.token, message.channel), message.thread_ts
        self._waits = iter(WAITS)

    def attempt(self) -> None:
        try:
            post.update(self._client, self._ts, self._message)
        except (SlackApiError, OSError, HTTPException) as problem:
            post.later_if_limited(problem)
            raise _later(problem, self._waits) from problem


def once(
    client: WebClient, store: Store, key: str, message: post.Message, sleep: Callable[[float], None] = time.sleep
) -> str:
    """As `Posting`, in this thread, for jobs: the `ts` of the message with this `key`."""
    return at_once(Posting(client, store, key, message), sleep)


def _later(problem: Exception, waits: Iterator[float]) -> LaterError:
    """When to look again after a cut.

    Raises:
        Exception: the problem, after the last wait.
    """
    wait = next(waits, None)
    if wait is None:
        raise problem
    log.warning("not sure a message got through (%s); looking in %.1f s", type(problem).__name__, wait)
    return LaterError(wait)
