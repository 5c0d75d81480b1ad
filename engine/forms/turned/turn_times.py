"""So many times what the answer before was of: five folds, three seeds."""

from __future__ import annotations

from engine.base.reason import Reason
from engine.forms.turned.turn_bought import Rented


class TurnTimes(Reason, code="turn_times"):
    """`times` trainings like the one before, of which nobody told the hours: one after the other on `now`, or on as
    many of it at once, `usd_all` an hour together."""

    times: float
    now: Rented
    machines: float
    usd_all: float
    day: str


def turn_times(times: float, now: Rented, cites: tuple[str, ...]) -> TurnTimes:
    """At the hour of what the answer before was about."""
    return TurnTimes(
        times=times, now=now, machines=times * now.machines, usd_all=times * now.usd, day=now.day, cites=cites
    )
