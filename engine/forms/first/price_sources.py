"""How old the prices are that are held, cloud by cloud, and where they are from: asked of us and of no machine."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.form import Asked
from knowledge.facts import COMPARED, SPECIALISTS, Cloud, Offer

CUE = "asks_freshness"
SPOT = "spot"


class HeldOf(Computed):
    """What is held of one cloud: its types, and the newest day on which a list price and a spot price was seen."""

    cloud: Cloud
    types: int
    listed: date
    age_days: int
    spot: date | None


class PriceSources(Reason, code="price_sources"):
    """The first line: the clouds that are compared, then the specialists as one. It cites the newest of each."""

    clouds: tuple[HeldOf, ...]
    specialists: int
    newest: date | None


def price_sources(asked: Asked) -> FactAnswer | None:
    """None where something else is asked."""
    if CUE not in asked.reading.cues:
        return None
    seen = [one for one in asked.facts.offers if one.observed_on <= asked.day and not one.own]
    clouds = tuple(_held(seen, asked.day))
    if not clouds:
        return None
    others = [one for one in seen if one.cloud in SPECIALISTS]
    newest = [max((one for one in seen if one.cloud == it.cloud), key=lambda one: one.observed_on) for it in clouds]
    first = PriceSources(
        clouds=clouds,
        specialists=len({one.cloud for one in others}),
        newest=max((one.observed_on for one in others), default=None),
        cites=tuple(dict.fromkeys(one.source for one in newest)),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)


def _held(seen: list[Offer], day: date) -> Iterator[HeldOf]:
    for cloud in COMPARED:
        mine = [one for one in seen if one.cloud == cloud]
        listed = max((one.observed_on for one in mine if one.purchase != SPOT), default=None)
        if listed is not None:
            spot = max((one.observed_on for one in mine if one.purchase == SPOT), default=None)
            types = len({one.instance for one in mine})
            yield HeldOf(cloud=cloud, types=types, listed=listed, age_days=(day - listed).days, spot=spot)
