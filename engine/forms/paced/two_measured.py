"""The same work timed on two or more chips: which is the faster, which the cheaper, by what was told of each.

USD of one = seconds x cards x USD of a card-hour / 3,600: a measurement that is told goes before what is modelled.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.machines import Machine, held_hour, hour_of
from engine.forms.paced.paces import Pace, paces_of
from engine.forms.worked.run_elsewhere import named
from knowledge.units import BILLION, SECONDS_PER_HOUR

WEIGHS = frozenset({"dollars", "which", "compare"})  # predicates
ELSE = frozenset({"why", "slow", "carbon", "commit"})
BULK = {"token": BILLION, "sample": 1e6}  # of how many dollars are told
SIDES = 4


class Side(Computed):
    """One machine: hours of one thing on all its cards, and dollars of `bulk` of them, 0 where no price is held."""

    name: str
    cards: int
    hours: float
    rate: float  # things a second
    usd_hour: float
    usd: float
    instance: str


class TwoMeasured(Reason, code="two_measured"):
    """The first line. The cheapest first; `cheaper`: its name, "" of a side without a price. `fewer`: its dollars
    over those of the next; `faster`: the name of the fastest, `times` as fast as the slowest."""

    thing: str
    bulk: float
    sides: tuple[Side, ...]
    cheaper: str
    less: float
    faster: str
    times: float
    rates: bool
    taken: bool  # the number of cards of one is that of the other


def two_measured(asked: Asked) -> FactAnswer | None:
    """None unless one thing was timed on each of several chips, and these are weighed."""
    sought = set(asked.reading.sought.predicates)
    if not WEIGHS & sought or ELSE & sought:
        return None
    told = [one for one in paces_of(asked) if one.on is not None and one.on.chip is not None]
    things = {one.thing for one in told}
    chips = [one.on.chip.id for one in told if one.on is not None and one.on.chip is not None]
    if len(things) != 1 or not 2 <= len(chips) <= SIDES or len(set(chips)) != len(chips):
        return None
    known = [one.on.cards for one in told if one.on is not None and one.on.cards]
    taken = len(known) < len(told)
    cards = known[0] if known else 1
    thing = things.pop()
    every = named(asked)
    made = [_side(asked, one, cards, thing, every) for one in told]
    found = [one for one in made if one is not None]
    sides = sorted((one for one, _ in found), key=lambda one: (not one.usd, one.usd, one.hours))
    fastest, slowest = (pick(sides, key=lambda one: one.hours) for pick in (min, max))
    priced = all(one.usd for one in sides)
    first = TwoMeasured(
        thing=thing, bulk=BULK.get(thing, 1.0), sides=tuple(sides),
        cheaper=sides[0].name if priced else "", less=1 - sides[0].usd / sides[1].usd if priced else 0.0,
        faster=fastest.name, times=slowest.hours / fastest.hours,
        rates=all(one.rate for one in told), taken=taken and cards > 1,
        cites=tuple(dict.fromkeys(cite for _, cites in found for cite in cites)),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)


def _side(
    asked: Asked, pace: Pace, cards: int, thing: str, every: list[Machine]
) -> tuple[Side, tuple[str, ...]] | None:
    """With the price of the machine that is named, else of the cheapest with the chip."""
    on = pace.on
    if on is None or on.chip is None:
        return None
    many = on.cards or cards
    own = next((one for one in every if one.at < on.last and on.first < one.end), None)  # a name may mean several
    machine = Machine(own.chip if own else on.chip, many, own.type if own else None, on.first, on.last, True)
    price = (hour_of(own, asked, every) if own else None) or held_hour(machine, asked)
    seconds = pace.seconds / (many if pace.each else 1)
    usd_hour = price.amount * many if price else 0.0
    made = Side(
        name=machine.chip.name, cards=many, hours=seconds / SECONDS_PER_HOUR, rate=1 / seconds, usd_hour=usd_hour,
        usd=usd_hour * seconds * BULK.get(thing, 1.0) / SECONDS_PER_HOUR, instance=price.instance if price else "",
    )  # fmt: skip
    return made, price.cites if price else ()
