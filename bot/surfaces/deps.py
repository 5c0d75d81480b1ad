"""What every surface is given."""

from __future__ import annotations

from typing import NamedTuple

from slack_bolt import BoltContext

from bot.advisor import Advisor
from knowledge.store import Store


class Deps(NamedTuple):
    advisor: Advisor
    store: Store


def team_of(context: BoltContext) -> str:
    """The workspace we are installed in. Payloads name others too, in channels shared between workspaces."""
    us = context.authorize_result
    return (us.team_id if us else None) or context.team_id or ""
