"""A status in the thread while an answer takes noticeably long."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from threading import Event, Timer

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack import errands
from bot.wording.words import say

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0  # most answers are faster, and a status that flickers helps nobody


@contextmanager
def working(client: WebClient, channel: str, thread_ts: str | None) -> Iterator[None]:
    """Shows a status in the thread if the work takes long, and clears it when its messages have been sent."""
    if thread_ts is None:
        yield
        return
    is_shown = Event()

    def show() -> None:
        is_shown.set()
        _set(client, channel, thread_ts, say("slack/notices.j2", "working"))

    later = Timer(PATIENCE_SECONDS, show)
    later.daemon = True
    later.start()

    def clear() -> None:
        later.cancel()
        later.join()  # a status set after the answer would stay for minutes
        if is_shown.is_set():
            _set(client, channel, thread_ts, "")

    try:
        yield
    finally:
        errands.afterwards(clear)


def _set(client: WebClient, channel: str, thread_ts: str, status: str) -> None:
    try:
        client.assistant_threads_setStatus(channel_id=channel, thread_ts=thread_ts, status=status)
    except (SlackApiError, OSError, HTTPException) as problem:
        log.info("no status could be shown: %s", type(problem).__name__)
