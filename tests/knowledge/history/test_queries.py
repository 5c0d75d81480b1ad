"""Queries to the history: prices in force on a day, and each price over time."""

from __future__ import annotations

import sqlite3
import time
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from knowledge.history.queries import open_history
from knowledge.store.base.address import Location
from knowledge.store.store import Store
from knowledge.types.observed import Observed, PlacePrices, SeriesKey

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
P5_OREGON = P5._replace(region="us-west-2")
P5_SPOT = P5._replace(purchase="spot", zone="us-east-1a")
V5E = SeriesKey("gcp", "tpu-v5e", "us-west4", "on_demand", scope="chip")
MAY, JUNE, JULY = date(2026, 5, 4), date(2026, 6, 1), date(2026, 7, 6)


def at(key: SeriesKey, usd: str) -> PlacePrices:
    return Observed(key=key, usd_per_hour=Decimal(usd)).placed()


@pytest.fixture
def path(where: Location) -> Location:
    """Two clouds: in July the price of p5 in Virginia fell."""
    with Store(where, time.time) as store:
        store.history.take("skypilot", "aws", MAY, [at(P5, "98.32"), at(P5_OREGON, "98.32"), at(P5_SPOT, "30")])
        store.history.take("skypilot", "aws", JULY, [at(P5, "55.04"), at(P5_OREGON, "98.32"), at(P5_SPOT, "30")])
        store.history.take("gpuhunt", "gcp", JUNE, [at(V5E, "1.2")])
    return where


def test_there_is_no_history_without_a_file_or_its_tables(tmp_path: Path) -> None:
    with open_history(tmp_path / "nowhere.db") as past:
        assert past is None
    sqlite3.connect(tmp_path / "empty.db").close()
    with open_history(tmp_path / "empty.db") as past:
        assert past is None


def test_a_price_is_in_force_until_the_next_and_confirmed_by_every_look(path: Location) -> None:
    with open_history(path) as past:
        assert past is not None
        (oregon,) = past.latest(JULY, region="us-west-2")
        assert (oregon.usd_per_hour, oregon.seen_on, oregon.confirmed_on) == (Decimal("98.32"), MAY, JULY)
        assert {price.key: price.usd_per_hour for price in past.latest(JUNE, cloud="aws")}[P5] == Decimal("98.32")


@pytest.mark.parametrize(
    ("narrowed", "keys"),
    [
        ({"feed": "gpuhunt"}, {V5E}),
        ({"cloud": "aws", "purchase": "spot"}, {P5_SPOT}),
        ({"instances": ["p5.48xlarge"], "region": "us-east-1"}, {P5, P5_SPOT}),
        ({"instances": []}, set()),
    ],
)
def test_prices_are_filtered_by_every_given_argument(
    path: Location, narrowed: dict[str, str], keys: set[SeriesKey]
) -> None:
    with open_history(path) as past:
        assert past is not None
        assert {price.key for price in past.latest(JULY, **narrowed)} == keys  # type: ignore[arg-type]


def test_a_series_holds_the_days_on_which_its_price_changed(path: Location) -> None:
    with open_history(path) as past:
        assert past is not None
        (virginia,) = past.series(instance="p5.48xlarge", region="us-east-1", purchase="on_demand")
        assert [(point.seen_on, point.usd_per_hour) for point in virginia.points] == [
            (MAY, Decimal("98.32")),
            (JULY, Decimal("55.04")),
        ]
        assert virginia.looked == (MAY, JULY)


def test_the_version_grows_with_every_snapshot_that_changes_something(path: Location) -> None:
    with Store(path, time.time) as store:
        before = store.history.version()
        store.history.take("gpuhunt", "gcp", JUNE, [at(V5E, "1.2")])
        assert store.history.version() == before
        store.history.take("gpuhunt", "gcp", JULY, [at(V5E, "1.1")])
        assert store.history.version() == before + 1


def test_the_newest_snapshot_of_each_feed_and_cloud_is_known(path: Location) -> None:
    with open_history(path) as past:
        assert past is not None
        assert {(taking.feed, taking.cloud, taking.seen_on, taking.rows) for taking in past.newest_snapshots()} == {
            ("skypilot", "aws", JULY, 3),
            ("gpuhunt", "gcp", JUNE, 1),
        }
