"""Hands what Slack delivers to the app, so that nothing is lost once it is acknowledged.

Every delivery is written to the store before Bolt sees it, and deleted when the listener that took it has ended. What
a process leaves when it dies is handed to the app again by the next one: each listener does its work once for each
key, so that starting over finishes it and repeats nothing.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from sqlite3 import Error
from typing import Any

from slack_bolt import App
from slack_bolt.request import BoltRequest
from slack_bolt.response import BoltResponse

from bot.slack.private_parts import without_code
from bot.wording.redact import redact_all
from knowledge.store.inbox import Inbox

log = logging.getLogger(__name__)

LATE_SECONDS = 60.0  # later than this an answer begins with an apology
HAD_CODE = "chipscout_had_code"  # in a payload that was written down without it

Body = Mapping[str, Any]


class _Handling:
    """One delivery on its way through Bolt: whether a listener took it, and what follows when that has ended."""

    def __init__(self, end: Callable[[], None]) -> None:
        self.is_taken = False
        self._end = end

    def take(self, work: Future[Any]) -> None:
        self.is_taken = True
        work.add_done_callback(self._ended)

    def _ended(self, work: Future[Any]) -> None:
        if not work.cancelled():
            self._end()


_handling: ContextVar[_Handling | None] = ContextVar("handling", default=None)


class Answerers(ThreadPoolExecutor):
    """The threads that answer. Bolt gives a listener to them while it handles the delivery."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        work = super().submit(fn, *args, **kwargs)
        if (handling := _handling.get()) is not None:
            handling.take(work)
        return work


class Durable:
    """The app behind the inbox. `apologize` tells the asker why an answer is late or will not come."""

    def __init__(
        self, app: App, inbox: Inbox, apologize: Callable[[Body, str], None], clock: Callable[[], float]
    ) -> None:
        self._app, self._inbox, self._apologize, self._clock = app, inbox, apologize, clock

    def dispatch(self, request: BoltRequest) -> BoltResponse:
        """What to answer Slack. A delivery that is being worked on is acknowledged and left to whoever has it.

        Keys and passwords in it go no further than here.
        """
        request.body = body = _without_secrets(request.body)
        key = key_of(body)
        if key is None or not _may_concern_us(body):
            return self._app.dispatch(request)
        try:
            is_new = self._inbox.take(key, _team_of(body), _written(body))
        except Error:
            log.exception("a delivery could not be written down, so it is not acknowledged and Slack sends it again")
            return BoltResponse(status=503)
        if not is_new:
            return BoltResponse(status=200)
        with self._handled(key) as handling:
            answer = self._app.dispatch(request)
            if answer.status != 200:  # not acknowledged
                handling.is_taken = False
        return answer

    def take_over(self) -> int:
        """Hands on what processes left that are gone, and counts it."""
        left = self._inbox.take_over()
        for delivery in left:
            body = json.loads(delivery.body)
            if delivery.is_hopeless:
                log.error("%s ended %d processes and is given up", delivery.key, delivery.tries)
                self._inbox.done(delivery.key)
                self._apologize(body, "given_up")
                continue
            if body.pop(HAD_CODE, False):
                self._inbox.done(delivery.key)
                self._apologize(body, "send_again")
                continue
            log.warning("%s was left by a process that is gone; starting over", delivery.key)
            if self._clock() - delivery.taken > LATE_SECONDS:
                self._apologize(body, "late")
            with self._handled(delivery.key):
                self._app.dispatch(BoltRequest(mode="socket_mode", body=body))
        return len(left)

    @contextmanager
    def _handled(self, key: str) -> Iterator[_Handling]:
        """What no listener takes is dealt with when Bolt has seen it."""
        handling = _Handling(lambda: self._inbox.done(key))
        token = _handling.set(handling)
        try:
            yield handling
        finally:
            _handling.reset(token)
            if not handling.is_taken:
                self._inbox.done(key)


def key_of(body: Body) -> str | None:
    """The same in every delivery of an event, a command or a press; None where Slack names none."""
    if body.get("event_id"):
        return f"event:{body['event_id']}"
    return f"{body.get('type', 'command')}:{body['trigger_id']}" if body.get("trigger_id") else None


def _may_concern_us(body: Body) -> bool:
    """What people write to a channel is not kept, not even briefly: a mention arrives as an event of its own."""
    event = body.get("event")
    if not isinstance(event, Mapping) or event.get("type") != "message" or event.get("subtype"):
        return True
    return bool(event.get("thread_ts")) or event.get("channel_type") == "im"


def _without_secrets(body: Body) -> dict[str, Any]:
    """The message whose button was pressed is our own, long, and clean."""
    ours = {"message"} if body.get("type") == "block_actions" else set()
    typed = redact_all({name: held for name, held in body.items() if name not in ours})
    return {**typed, **{name: body[name] for name in ours & body.keys()}}


def _written(body: Body) -> str:
    """The payload as JSON, without code."""
    kept, had_code = without_code(body)
    return json.dumps(kept | {HAD_CODE: True} if had_code else kept)


def _team_of(body: Body) -> str:
    team = body.get("team")
    return str((team.get("id") if isinstance(team, Mapping) else body.get("team_id")) or "")
