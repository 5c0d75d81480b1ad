"""The acknowledgement, before anything else is done."""

from __future__ import annotations

from collections.abc import Callable

from slack_bolt import Ack


def acknowledge(ack: Ack, next: Callable[[], object]) -> None:
    """Runs in the thread that took the envelope, before any queue: a busy bot still acknowledges at once."""
    ack()
    next()
