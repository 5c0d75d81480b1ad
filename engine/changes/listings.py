"""When types, regions and purchase options were first listed: what kind of news a new price is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from engine.changes.lines import ListPriceLine, PriceId
from engine.changes.spot_market import SpotRegion


class FirstListings:
    """First days on which a type, a region, a type in a region, and spot of a type were listed with a price."""

    def __init__(self, listed: Sequence[ListPriceLine], spots: Iterable[SpotRegion]) -> None:
        self._listed_types = {line.price_id[:2] for line in listed if any(run.usd_per_hour for run in line.runs)}
        self._first: dict[tuple[str, ...], date] = {}
        for line in listed:
            day = next((run.first for run in line.runs if run.usd_per_hour is not None), None)
            if day is not None:
                self._note(line.price_id, day)
        for spot in spots:
            days = [p.seen_on for zone in spot.zones for p in zone.points if p.usd_per_hour is not None]
            if days:
                self._note(spot.price_id, min(days))

    def _note(self, price_id: PriceId, day: date) -> None:
        cloud, instance, region, purchase = price_id[:4]
        for key in (
            (cloud, "type", instance),
            (cloud, "region", region),
            (cloud, "place", instance, region),
            (cloud, "way", instance, purchase),
        ):
            self._first[key] = min(day, self._first.get(key, day))

    def is_late(self, line: ListPriceLine) -> bool:
        """Whether it appeared after its feed's first look: such a line starts with a run without price."""
        return line.runs[0].usd_per_hour is None

    def arrival(self, price_id: PriceId, day: date) -> str:
        """What kind of news a price that is new on `day` is: the code that templates word."""
        cloud, instance, region, purchase = price_id[:4]
        if self._is_new((cloud, "type", instance), day):
            return "new_type"
        if self._is_new((cloud, "region", region), day):
            return "new_region"
        if self._is_new((cloud, "place", instance, region), day):
            return "new_place"
        return "new_purchase" if self._is_new((cloud, "way", instance, purchase), day) else "new_way_here"

    def has_list_price(self, price_id: PriceId) -> bool:
        """Whether the type was ever listed other than on spot."""
        return price_id[:2] in self._listed_types

    def _is_new(self, key: tuple[str, ...], day: date) -> bool:
        return self._first.get(key, day) >= day
