"""The prices that a question about money is of: of the things, places and ways to buy that it names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from engine.answers.rank_prices import TERMS, RankedPrice, holds, ranked
from engine.answers.unpriced import with_sellers
from engine.base.computed import Computed
from engine.forms.money.amounts import below_gb
from engine.forms.money.said import MoneySaid, money_said, ways_said
from engine.forms.parts.asked_on import AskedOn
from engine.forms.sold.limits import types_asked
from engine.forms.ways.kept_to import freed, where_written, without_excluded
from engine.workload.profile import Reading
from knowledge.facts import PURCHASES_IN_ORDER, Cloud, Instance, Purchase

CENT, HALF = 100, 0.5


class Priced(Computed):
    """One price as it is told: USD an hour of the machine and of one chip, where and when it was seen."""

    chip: str
    instance: str
    count: int
    cloud: Cloud
    purchase: Purchase
    region: str
    usd: float
    usd_chip: float
    day: str
    age: int
    old: bool
    claimed: bool
    machines: int = 1
    chips: int = 1
    usd_all: float = 0.0


def said_of(asked: AskedOn) -> MoneySaid:
    """What the question says; where it excludes ways to buy and names none, all the others."""
    said = money_said(asked.reading)
    out = asked.reading.ruled_out.get("purchase", ())
    named = said.ways or tuple(way for way in PURCHASES_IN_ORDER if out and way not in out)
    way = asked.profile.purchase
    return said._replace(ways=named or ((way,) if way else ()))


def way_of(asked: AskedOn) -> Purchase:
    """The one way to buy that is said, else on demand."""
    ways = said_of(asked).ways
    return asked.profile.purchase or (ways[0] if len(ways) == 1 else None) or "on_demand"


def as_said(reading: Reading) -> Reading:
    """With the one way to buy that words name, where no slot holds it, and without a number of chips that is the
    least of them."""
    reading = freed(reading)
    ways, out = ways_said(frozenset(reading.cues)), reading.ruled_out.get("purchase", ())
    named = len(ways) == 1 and ways[0] not in (*out, *TERMS)
    if reading.profile.purchase or not named or "cheapest_of" not in reading.cues:
        return reading
    said = reading.profile.model_copy(update={"purchase": ways[0]})
    return reading.model_copy(update={"profile": said})


def bound(asked: AskedOn, said: MoneySaid) -> AskedOn:
    """The question with what its words free it of, over every seller that it may be of."""
    asked = replace(asked, reading=as_said(asked.reading))
    profile, facts = asked.profile, asked.facts
    if said.any_cloud:
        profile = profile.model_copy(update={"clouds": ()})
    if not profile.candidates and not profile.instances:
        profile = profile.model_copy(update={"candidates": ("gpu",)})
    read: dict[str, object] = {"profile": profile}
    if below_gb(asked.reading.text) is not None:  # the most is no least
        read = {"profile": profile.model_copy(update={"chip_memory_gb": None}), "machine_memory_gb": None}
    asked = replace(asked, reading=asked.reading.model_copy(update=read))
    profile = asked.profile
    asked = replace(asked, library=without_excluded(asked.reading, asked.library))
    if not profile.clouds and not profile.region and not profile.instances:
        any_number = where_written(asked.reading, facts).model_copy(update={"accelerator_count": None})
        library = with_sellers(profile, types_asked(asked.reading, any_number, asked.facts), asked.library)
        asked = replace(asked, library=library)
    return asked


def types_of(asked: AskedOn, below_gb: float | None = None) -> tuple[Instance, ...]:
    """The types that are meant; `below_gb`: whose chips have less memory."""
    types = types_asked(asked.reading, where_written(asked.reading, asked.facts), asked.facts)
    chips = asked.facts.accelerators
    return tuple(one for one in types if below_gb is None or not holds(chips[one.accelerator], below_gb))


def rows_of(
    asked: AskedOn,
    types: tuple[Instance, ...],
    ways: tuple[Purchase, ...],
    place: str | None,
    *,
    everywhere: bool = False,
) -> tuple[RankedPrice, ...]:
    """Every price that is compared with others, of these ways or of all, the cheapest first; where there is none,
    those that a document claims."""
    out = frozenset(way for way in PURCHASES_IN_ORDER if ways and way not in ways)
    found = ranked(types, asked.library, asked.day, place, None, everywhere=everywhere, without=out)
    held = tuple(row for row in found if row.is_current)
    return held or tuple(row for row in found if row.aside == "claimed")


def older(
    asked: AskedOn, types: tuple[Instance, ...], ways: tuple[Purchase, ...], place: str | None
) -> tuple[RankedPrice, ...]:
    """What was seen too long before the others to be compared with them, the cheapest first."""
    out = frozenset(way for way in PURCHASES_IN_ORDER if ways and way not in ways)
    found = ranked(types, asked.library, asked.day, place, None, everywhere=True, without=out)
    return tuple(sorted((row for row in found if row.aside == "old"), key=lambda row: row.usd_per_chip_hour))


def priced(row: RankedPrice) -> Priced:
    quote = row.quote
    return Priced(
        chip=row.chip,
        instance=row.instance.id,
        count=int(row.instance.count),
        cloud=row.instance.cloud,
        purchase=quote.purchase,
        region=quote.told_region,
        usd=quote.seen.likely,
        usd_chip=row.usd_per_chip_hour,
        day=str(quote.observed_on),
        age=quote.age_days,
        old=quote.is_outdated,
        claimed=quote.grade in ("claim", "assumed"),
        machines=row.machines,
        chips=int(row.machines * row.instance.count),
        usd_all=row.usd_in_all,
    )


def apart(rows: Sequence[RankedPrice]) -> list[RankedPrice]:
    """One row of what costs the same by the cent, of a chip, a seller and a way to buy: the smallest machine."""
    first: dict[tuple[object, ...], RankedPrice] = {}
    for row in rows:
        cents = math.floor(row.compared_usd * CENT + HALF)
        key = row.chip, row.instance.cloud, row.quote.purchase, cents
        if key not in first or _size(row) < _size(first[key]):
            first[key] = row  # where the key stands first stays its place
    return list(first.values())


def _size(row: RankedPrice) -> tuple[float, str]:
    return row.instance.count, row.instance.id


def cites_of(rows: Sequence[RankedPrice]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.quote.source for row in rows))
