"""Spot or on demand on a machine that is named: both rates, and what the hours that were said come to each way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.answers.mentioned import machines, meant
from engine.answers.rank_prices import instances_asked, lines_named
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.prices.areas import usual_place
from engine.prices.price_book import PriceBook, Quote
from engine.prices.spot import spot_plan, walk_away_overhead
from engine.workload.profile import Profile
from knowledge.facts import Instance

Quotes = tuple[Quote, Quote]  # on spot and on demand

SIDES = 4
SAVES = 0.95  # of the on-demand rate: spot that is nearer saves nothing worth its interruptions


class SpotOrNot(Reason, code="spot_or_not"):
    """USD an hour of one `instance` on spot and on demand; `hours` of a run on `machines` of them, None where unsaid.

    `longer`: the share of time that interruptions add; `ends_at`: from how many times as
    long spot costs more. `serves`: what runs must stay up.
    """

    instance: str
    machines: int
    spot: float
    region: str
    day: str
    age: int
    on_demand: float
    saves: bool
    serves: bool
    longer: float
    ends_at: float
    hours: float | None
    spot_usd: float | None
    on_demand_usd: float | None


def spot_or_not(asked: Asked) -> SpotOrNot | None:
    """None where no machine is named that has both prices.

    cost on spot = rate x hours x slowdown (Daly 2006), of a checkpoint that takes next to no time to write.
    """
    said, book = asked.profile, asked.library.prices(asked.day)
    things = meant(asked.reading, asked.facts, book, SIDES)
    thing, quotes = next(_with_both(things, said, book), (None, None))
    if things and not said.instances and not said.accelerator_count:
        thing, quotes = _cheapest(things[0].accelerator, asked, book) or (thing, quotes)
    if thing is None or quotes is None:
        return None
    spot, free = quotes
    count = machines(said, thing) or 1
    family = asked.facts.accelerators[thing.accelerator].family
    slower = spot_plan(asked.library.constants, checkpoint=0.0, family=family, instances=count).slowdown.likely
    rate, listed, hours = spot.usd_per_hour.likely, free.usd_per_hour.likely, said.run_hours
    return SpotOrNot(
        instance=thing.id,
        machines=count,
        spot=rate,
        region=spot.region,
        day=str(spot.observed_on),
        age=spot.age_days,
        on_demand=listed,
        saves=rate * slower < listed * SAVES,
        serves=said.task == "inference",
        longer=slower - 1,
        ends_at=1 + walk_away_overhead(rate, listed),
        hours=hours,
        spot_usd=count * rate * hours * slower if hours else None,
        on_demand_usd=count * listed * hours if hours else None,
        cites=tuple(dict.fromkeys((spot.source, free.source))),
    )


def _with_both(things: Iterable[Instance], said: Profile, book: PriceBook) -> Iterator[tuple[Instance, Quotes]]:
    for thing in things:
        if quotes := _quotes(thing, said, book):
            yield thing, quotes


def _cheapest(chip: str, asked: Asked, book: PriceBook) -> tuple[Instance, Quotes] | None:
    """Of a chip that was named, and no machine, the one whose spot is the cheapest by the chip, then the smallest."""
    types = instances_asked(asked.profile, lines_named(asked.reading), asked.facts)
    same = [one for one in types if one.accelerator == chip]
    return min(_with_both(same, asked.profile, book), key=lambda one: _by_chip(*one), default=None)


def _by_chip(thing: Instance, quotes: Quotes) -> tuple[float, int, str]:
    return round(quotes[0].usd_per_hour.likely / thing.count, 2), thing.count, thing.id


def _quotes(thing: Instance, said: Profile, book: PriceBook) -> Quotes | None:
    """Spot, and on demand in the same region where it is sold there."""
    spot = book.near(thing, "spot", said.region)
    place = said.region or (spot.region if spot else None) or usual_place(book.facts)
    free = book.near(thing, "on_demand", place) if not thing.sold or "on_demand" in thing.sold else None
    return (spot, free) if spot and free else None
