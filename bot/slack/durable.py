"""Hands what Slack delivers to the app, so that nothing is lost once it is acknowledged.

Every delivery is written to the store before Bolt sees it, and deleted when the listener that took it has ended. What
a process leaves when it dies is handed to the app again by the next one: each listener does its work once for each
key, so that starting over finishes it and repeats nothing.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from slack_bolt import App
from slack_bolt.request import BoltRequest
from slack_bolt.response import BoltResponse

from bot.observe import metrics
from bot.observe.trace import following, key_of, trace_of
from bot.slack import errands
from bot.slack.errands import Errand
from bot.slack.private_parts import without_code
from bot.wording.redact import redact_all
from knowledge.store.base.backend import DATABASE_ERRORS
from knowledge.store.inbox import Delivery, Inbox

log = logging.getLogger(__name__)

LATE_SECONDS = 60.0  # later than this an answer begins with an apology
URGENT = frozenset({"view_submission", "block_actions", "shortcut", "message_action"})  # somebody waits before a form
HAD_CODE = "chipscout_had_code"  # in a payload that was written down without it

Body = Mapping[str, Any]


class Durable:
    """The app behind the inbox. `apologize` tells the asker why an answer is late or will not come.

    While the line `is_full`, questions are declined with a sentence.
    """

    def __init__(
        self,
        app: App,
        inbox: Inbox,
        apologize: Callable[[Body, str], None],
        clock: Callable[[], float],
        is_full: Callable[[], bool] = lambda: False,
    ) -> None:
        self._app, self._inbox, self._apologize, self._clock = app, inbox, apologize, clock
        self._is_full = is_full

    def dispatch(self, request: BoltRequest) -> BoltResponse:
        """What to answer Slack. A delivery that is being worked on is acknowledged and left to whoever has it.

        Keys and passwords in it go no further than here.
        """
        request.body = body = _without_secrets(request.body)
        key = key_of(body)
        with following(trace_of(body, self._clock())):
            if key is None or not _may_concern_us(body):
                return self._app.dispatch(request)
            if self._is_full() and _is_question(body):
                metrics.refused("line_full")
                self._apologize(body, "full")
                return BoltResponse(status=200)
            try:
                is_new = self._inbox.take(key, _team_of(body), _written(body))
            except DATABASE_ERRORS:
                log.exception(
                    "a delivery could not be written down, so it is not acknowledged and Slack sends it again"
                )
                metrics.refused("not_written")
                return BoltResponse(status=503)
            if not is_new:
                return BoltResponse(status=200)
            with self._handled(key, body) as errand:
                answer = self._app.dispatch(request)
                if answer.status != 200:  # not acknowledged
                    errand.is_taken = False
        return answer

    def take_over(self) -> int:
        """Hands on what processes left that are gone, and counts it."""
        left = self._inbox.take_over()
        to_begin = [delivery.key for delivery in left]
        try:
            for delivery in left:
                body = json.loads(delivery.body)
                with following(trace_of(body, delivery.taken)):
                    self._start_over(delivery, body)
                to_begin.remove(delivery.key)
        finally:
            for key in to_begin:  # an error in between: they are taken up at the next look
                self._inbox.put_back(key)
        return len(left)

    def _start_over(self, delivery: Delivery, body: dict[str, Any]) -> None:
        if delivery.is_hopeless:
            log.error("%s ended %d processes and is given up", delivery.key, delivery.tries)
            self._inbox.done(delivery.key)
            self._apologize(body, "given_up")
            return
        if body.pop(HAD_CODE, False):
            self._inbox.done(delivery.key)
            self._apologize(body, "send_again")
            return
        log.warning("%s was left by a process that is gone; starting over", delivery.key)
        if self._clock() - delivery.taken > LATE_SECONDS:
            self._apologize(body, "late")
        with self._handled(delivery.key, body):
            self._app.dispatch(BoltRequest(mode="socket_mode", body=body))

    @contextmanager
    def _handled(self, key: str, body: Body) -> Iterator[Errand]:
        """What no listener takes is dealt with when Bolt has seen it; anything else when its messages are sent."""
        errand = Errand(author(body), is_urgent=body.get("type") in URGENT)
        errand.is_ours = lambda: self._inbox.is_ours(key)
        try:
            with errands.on(errand):
                yield errand
        except BaseException:
            self._inbox.put_back(key)
            raise
        else:
            if errand.is_taken:
                errand.then(lambda: self._inbox.put_back(key) if errand.is_unfinished else self._inbox.done(key))
            else:
                self._inbox.done(key)


def _is_question(body: Body) -> bool:
    """Whether it was surely said to us. Presses and forms are few, and replies may be to others."""
    event = body.get("event")
    if isinstance(event, Mapping):
        return event.get("type") == "app_mention" or (event.get("channel_type") == "im" and not event.get("subtype"))
    return "command" in body


def author(body: Body) -> str:
    """Who asked, pressed or submitted; nobody for what an app did."""
    event = body.get("event")
    if isinstance(event, Mapping):
        inner = event.get("message")  # an edit wraps the message
        said = inner if isinstance(inner, Mapping) else event
        return str(said.get("user") or "")
    user = body.get("user")
    return str((user.get("id") if isinstance(user, Mapping) else body.get("user_id")) or "")


def _may_concern_us(body: Body) -> bool:
    """What people write to a channel is not kept, not even briefly: a mention arrives as an event of its own.

    Nor is what bots write: no listener takes it, and every answer of ours comes back as such an event.
    """
    event = body.get("event")
    if not isinstance(event, Mapping) or event.get("type") != "message" or event.get("subtype"):
        return True
    is_asked = bool(event.get("thread_ts")) or event.get("channel_type") == "im"
    return is_asked and not event.get("bot_id")


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
