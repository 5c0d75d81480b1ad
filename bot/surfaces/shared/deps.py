"""What every surface is given."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import Lock
from typing import NamedTuple

from slack_bolt import Ack, BoltContext

from bot.advice.advisor import Advisor
from bot.slack.answerers import Place
from bot.slack.outbox import Direct, Outbox
from bot.slack.permissions import Permissions
from knowledge.store.store import Store

ANSWERS = "answers"  # the setting for who sees the command's answers in a channel
PRIVATE, TO_THE_CHANNEL = "private", "channel"  # its values
EVERY_CHANNEL = "*"  # instead of a channel: the workspace's default


def nobody_ahead(_user: str) -> Place:
    return Place(0, 0.0)


class Deps(NamedTuple):
    """`thinking` is held while an answer is computed: more threads would only delay acknowledgements.

    Whoever waits for something else is `parked` meanwhile. `place` is where a question of a user would stand in line.
    """

    advisor: Advisor
    store: Store
    thinking: Lock
    permissions: Permissions = Permissions()
    keep_days: int = 365
    outbox: Outbox = Direct()
    parked: Callable[[], AbstractContextManager[None]] = nullcontext
    place: Callable[[str], Place] = nobody_ahead


def team_of(context: BoltContext) -> str:
    """The workspace the bot is installed in. In channels shared between workspaces a payload may name another one."""
    us = context.authorize_result
    return (us.team_id if us else None) or context.team_id or ""


def acknowledge(ack: Ack, next: Callable[[], object]) -> None:
    """Runs in the thread that received the request, before any queue: a busy bot still acknowledges immediately."""
    ack()
    next()
