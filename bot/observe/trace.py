"""What a delivery of Slack is called on its way: one id in every line of the log, up to the answer.

The id comes from the delivery itself, so a redelivery, and the process that takes a question over, use the same one.
Whoever goes on with a question in another thread takes its trace along: `following(trace)`, or `carried(work)`.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

ID_LENGTH = 8
EVENTS = {"app_mention": "mention", "app_home_opened": "home", "assistant_thread_started": "agent"}
KINDS = {"block_actions": "button", "view_submission": "form", "view_closed": "form", "message_action": "shortcut"}
SURFACES = ("command", "mention", "direct", "thread", "edit", "shortcut", "button", "form", "home", "agent", "other")

Result = TypeVar("Result")


@dataclass
class Trace:
    """One delivery. `begun`: when it arrived, in seconds since 1970; `form`: of its answer, once that is known."""

    id: str
    surface: str
    begun: float
    form: str | None = None


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)


def current() -> Trace | None:
    """The delivery this thread works on."""
    return _current.get()


def current_id() -> str:
    """Empty where no delivery is worked on."""
    trace = _current.get()
    return trace.id if trace else ""


@contextmanager
def following(trace: Trace | None) -> Iterator[None]:
    """What happens inside belongs to this delivery."""
    token = _current.set(trace)
    try:
        yield
    finally:
        _current.reset(token)


def carried(work: Callable[..., Result], *args: Any, **kwargs: Any) -> Callable[[], Result]:
    """The same work for another thread, where it belongs to the delivery of this one."""
    return partial(copy_context().run, work, *args, **kwargs)


def trace_of(body: Mapping[str, Any], begun: float | None = None) -> Trace:
    """The trace of a payload; a new id where Slack names the delivery in no way."""
    key = key_of(body)
    number = hashlib.sha256(key.encode()).hexdigest()[:ID_LENGTH] if key else secrets.token_hex(ID_LENGTH // 2)
    return Trace(number, surface_of(body), time.time() if begun is None else begun)


def key_of(body: Mapping[str, Any]) -> str | None:
    """The same in every delivery of an event, a command or a press; None where Slack names none."""
    if body.get("event_id"):
        return f"event:{body['event_id']}"
    return f"{body.get('type', 'command')}:{body['trigger_id']}" if body.get("trigger_id") else None


def surface_of(body: Mapping[str, Any]) -> str:
    """Where something was asked or pressed: one of SURFACES."""
    event = body.get("event")
    if not isinstance(event, Mapping):
        return "command" if body.get("command") else KINDS.get(str(body.get("type")), "other")
    if event.get("type") != "message":
        return EVENTS.get(str(event.get("type")), "other")
    if event.get("subtype") == "message_changed":
        return "edit"
    if event.get("channel_type") == "im":
        return "direct"
    return "thread" if event.get("thread_ts") else "other"
