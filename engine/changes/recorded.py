"""The prices that ship with chipscout, as one more feed: what is compared while no feed was read yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from knowledge.facts import Facts, Point, Series, SeriesKey

RECORDED = "recorded"
TERMS_UNSAID = ("reserved_1yr", "reserved_3yr", "savings_plan")  # each source has upfront terms of its own in mind


def recorded_series(facts: Facts) -> Iterator[Series]:
    """One series for each price that was recorded; its looks are the days of its own records, so none is missing.

    Where two sources speak of one day, the lower price counts, as it does in a snapshot.
    """
    held: dict[SeriesKey, dict[date, tuple[Decimal, str]]] = {}
    for offer in facts.offers:
        terms = offer.source if offer.purchase in TERMS_UNSAID else ""
        key = SeriesKey(offer.cloud, offer.instance, offer.region, offer.purchase, terms=terms, scope=offer.scope)
        days = held.setdefault(key, {})
        seen = days.get(offer.observed_on)
        if seen is None or offer.usd_per_hour < seen[0]:
            days[offer.observed_on] = (offer.usd_per_hour, offer.source)
    for key, days in held.items():
        points: list[Point] = []
        for day, (usd, _) in sorted(days.items()):
            if not points or points[-1].usd_per_hour != usd:
                points.append(Point(day, usd))
        yield Series(RECORDED, key, tuple(points), tuple(sorted(days)))
