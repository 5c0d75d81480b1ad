"""A time or rate of one's own against what others report of the same machine: how many times as long, and why."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.claims.context import BAD, FASTER, NORMAL, WHY, Claims, Named, machine_of, named
from engine.forms.claims.observed import Observation
from knowledge.units import SECONDS_PER_HOUR

ALIKE = 1.25  # times apart that two runs of the same settings may be


class AsReported(Reason, code="as_reported"):
    """The first line. Hours of one `thing`, or of a run; rates as so many a second, else 0. `times`: as long as
    theirs."""

    on: Named
    thing: str
    mine: float
    theirs: float
    mine_rate: float
    theirs_rate: float
    times: float
    alike: bool
    asks_bad: bool


def as_reported(claims: Claims) -> FactAnswer | None:
    """None unless the turn tells a time of one's own, others tell theirs of the same machine, and it is judged."""
    if not claims.asks(NORMAL, WHY, FASTER):
        return None
    times = [one for one in claims.seen if one.of.kind == "time" and not one.of.wanted]
    mine = [one for one in times if one.who in ("mine", "progress") and not one.earlier]
    machine = machine_of(mine[-1]) if mine else None
    if machine is None:
        return None
    own = mine[-1]
    theirs = [one for one in times if one.who == "theirs" and one.key == own.key and one.of.thing == own.of.thing]
    machines = {one.key for one in times if one.who == "mine" and one.of.thing == own.of.thing}
    if not theirs or len(machines) > 1:
        return None
    told = theirs[-1]
    ratio = own.of.value / told.of.value
    first = AsReported(
        on=named(machine), thing=own.of.thing, mine=own.of.value / SECONDS_PER_HOUR,
        theirs=told.of.value / SECONDS_PER_HOUR, mine_rate=_rate(own), theirs_rate=_rate(told), times=ratio,
        alike=1 / ALIKE <= ratio <= ALIKE, asks_bad=claims.asks(BAD),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)


def _rate(one: Observation) -> float:
    return 1 / one.of.value if one.of.rate else 0.0
