"""What every surface is given."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from slack_bolt import Ack, BoltContext

from bot.advice.advisor import Advisor
from bot.slack.permissions import Permissions
from knowledge.store.store import Store

ANSWERS = "answers"  # the setting that says who sees what the command answers in a channel
PRIVATE, TO_THE_CHANNEL = "private", "channel"  # its values
EVERY_CHANNEL = "*"  # in the place of a channel: the workspace's choice for those that chose nothing


class Deps(NamedTuple):
    """`thinking` is held while an answer is worked out: threads gain nothing there, and acks would have to wait."""

    advisor: Advisor
    store: Store
    thinking: Lock
    permissions: Permissions = Permissions()
    keep_days: int = 365


def team_of(context: BoltContext) -> str:
    """The workspace we are installed in. Payloads name others too, in channels shared between workspaces."""
    us = context.authorize_result
    return (us.team_id if us else None) or context.team_id or ""


def acknowledge(ack: Ack, next: Callable[[], object]) -> None:
    """Runs in the thread that took the envelope, before any queue: a busy bot still acknowledges at once."""
    ack()
    next()
