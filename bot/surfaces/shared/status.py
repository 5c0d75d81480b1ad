"""A word under the thread while an answer takes longer than people wait without wondering."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from threading import Event, Timer

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.wording.words import say

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0  # most answers are there sooner, and a status that flickers says nothing


@contextmanager
def working(client: WebClient, channel: str, thread_ts: str | None) -> Iterator[None]:
    """Says so in the thread if the work inside takes long, and takes it back when it ends."""
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
    try:
        yield
    finally:
        later.cancel()
        later.join()  # a status that comes after the answer would stand for minutes
        if is_shown.is_set():
            _set(client, channel, thread_ts, "")


def _set(client: WebClient, channel: str, thread_ts: str, status: str) -> None:
    try:
        client.assistant_threads_setStatus(channel_id=channel, thread_ts=thread_ts, status=status)
    except (SlackApiError, OSError, HTTPException) as problem:
        log.info("no status could be shown: %s", type(problem).__name__)
