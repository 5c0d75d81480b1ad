"""What is said of the projects whose threads tell memory or time: shares, and a middle with its spread."""

from __future__ import annotations

from typing import NamedTuple

from engine.base.reason import Reason


class ShareWithin(NamedTuple):
    """The share of the projects that do with `gb` a card or less; `card`: the one that was named, or nothing."""

    gb: float
    share: float
    card: str = ""


class UsualRoom(Reason, code="usual_room"):
    """The shares of `projects` of one kind of work (`kind` empty: of any) within cards of so many GB, in one phase.

    `named`: the first share is of a card that was named; `leads`: it is the first line. `name`: what was named and
    has no size here.
    """

    kind: str
    phase: str
    projects: int
    shares: tuple[ShareWithin, ...]
    named: bool
    leads: bool
    name: str = ""


class UsualHours(Reason, code="usual_hours"):
    """Hours of a run on so many `chips`: at most `low` in a quarter of the `projects`, `middle` in half of them, and
    `high` in all but a quarter.

    `same`: they ran on as many. `usd`: an hour of one chip on demand, 0 where no price is known; `usd_low` and
    `usd_high`: what a run at `low` and `high` costs on all of them. `theirs`: the hours of others were asked.
    `name`: what was named and has no size here.
    """

    kind: str
    phase: str
    projects: int
    chip: str
    chips: int
    same: bool
    low: float
    middle: float
    high: float
    usd: float
    usd_low: float
    usd_high: float
    instance: str
    region: str
    day: str
    theirs: bool
    name: str = ""


class UsualOf(Reason, code="usual_of"):
    """Whom such shares are of."""
