"""What a workspace has of its own: measurements, and prices it pays instead of list prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.advice.audience import Audience
from knowledge.facts import OwnMeasurement, OwnPrice

if TYPE_CHECKING:  # a question in a terminal opens no store for writing
    from knowledge.store.store import Store


class TeamData(NamedTuple):
    """The measurements and prices that one workspace recorded; both empty for everybody else."""

    own: tuple[OwnMeasurement, ...] = ()
    prices: tuple[OwnPrice, ...] = ()


def team_data(store: Store, workspace: str, audience: Audience) -> TeamData:
    """Those of a workspace, if the readers belong to it. What another one recorded never shows in its answers."""
    if not audience.is_ours:
        return TeamData()
    return TeamData(store.measurements.of_team(workspace), store.own_prices.of_team(workspace))
