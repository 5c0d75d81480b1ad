"""Prices as feeds would have seen them, for tests that begin where a parser ends."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

from knowledge.facts import Facts, Observed, SeriesKey
from knowledge.store.store import Store
from knowledge.types.observed import PlacePrices

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
P5_SPOT = SeriesKey("aws", "p5.48xlarge", "us-east-1", "spot")
P5EN = SeriesKey("aws", "p5en.48xlarge", "us-east-1", "capacity_block")
TRN1 = SeriesKey("aws", "trn1.32xlarge", "us-east-1", "capacity_block")
TRN2 = SeriesKey("aws", "trn2.48xlarge", "us-east-2", "capacity_block")
US = ("us-east-1", "us-east-2", "us-west-2")


def blocks(trainium: str) -> tuple[Observed, ...]:
    """Capacity Blocks at `trainium` USD/h for either Trainium, and of p5en at its price of October 2026."""
    trainiums = (price(key, trainium, region=region) for key in (TRN1, TRN2) for region in US)
    return (*trainiums, price(P5EN, "63.158"))


def price(key: SeriesKey, usd: str | None, **changed: str) -> Observed:
    """One row; `changed` are other parts of the key."""
    return Observed(key=key._replace(**changed), usd_per_hour=None if usd is None else Decimal(usd))  # type: ignore[arg-type]


def take(store: Store, seen_on: date, *rows: Observed, feed: str = "skypilot") -> None:
    """A complete snapshot of each cloud in `rows`."""
    for cloud in dict.fromkeys(row.key.cloud for row in rows):
        store.history.take(feed, cloud, seen_on, _of(cloud, rows))


def take_for_good(store: Store, seen_on: date, *rows: Observed, feed: str = "skypilot") -> None:
    """The same at three looks, more days apart than a slip lasts: then even an unlikely price is believed."""
    for before in (3, 1, 0):
        take(store, seen_on - timedelta(days=before), *rows, feed=feed)


def of_types(facts: Facts, *instances: str) -> Facts:
    """The facts with the bundled prices of these types alone: each judgement of a history judges all of a cloud."""
    return facts.model_copy(update={"offers": tuple(one for one in facts.offers if one.instance in instances)})


def _of(cloud: str, rows: Iterable[Observed]) -> list[PlacePrices]:
    return [row.placed() for row in rows if row.key.cloud == cloud]
