"""What moved, as it is stored."""

from __future__ import annotations

import time
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from knowledge.store.base.address import Location, PostgresUrl
from knowledge.store.store import Store
from knowledge.types.observed import Observed, SeriesKey

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
P5_OREGON = P5._replace(region="us-west-2")
P5_SPOT = P5._replace(purchase="spot", zone="us-east-1a")
APRIL, MAY, JUNE, JULY = (date(2026, month, 6) for month in (4, 5, 6, 7))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """In July the price in Virginia fell; chips are 8."""
    store = Store(tmp_path / "c.db", time.time)
    for day, virginia in ((MAY, "98.32"), (JULY, "55.04")):
        rows = [(P5, virginia), (P5_OREGON, "98.32"), (P5_SPOT, "9.99")]
        store.history.take("skypilot", "aws", day, [Observed(key, Decimal(usd), 8).placed() for key, usd in rows])
    return store


def test_last_figures_say_since_when(store: Store) -> None:
    (moved,) = store.history.last_figures("aws", moved_after=MAY)
    assert (moved.key, moved.usd_per_hour, moved.since, moved.chips) == (P5, 55.04, JULY, 8)
    assert list(store.history.last_figures("aws", instances=[])) == []


SPOT = {  # by zone, what it shows in April, May, June and July: "" is not listed; at the end whether it moved far
    "a": ("1", "1", "1", "2", True),
    "b": ("1", "1", "1", "1.9", False),
    "c": ("2", "2", "2", "1", True),
    "d": ("1", "1", "2.5", "1.2", True),  # far in June, and near again
    "e": ("1", "1", "1.5", "1.9", False),
    "f": ("9", "1", "1", "1.5", False),  # far before May
    "g": ("1", "1", "1", "", True),
    "h": ("", "", "", "3", False),  # new
    "i": ("", "", "1", "3", True),  # new in June
    "j": ("1", "", "1", "1.1", True),  # gone in May
}


def assert_far_spots(where: Location) -> None:
    with Store(where, time.time) as store:
        for place, day in enumerate((APRIL, MAY, JUNE, JULY)):
            shown = {P5_SPOT._replace(zone=zone): usd[place] for zone, usd in SPOT.items()}
            rows = [Observed(key, Decimal(usd)).placed() for key, usd in shown.items() if usd]
            store.history.take("skypilot", "aws", day, rows)
        far = {key.zone for key in store.history.far_spots("aws", MAY, 2)}
    assert far == {zone for zone, (*_, is_far) in SPOT.items() if is_far}


def test_spot_moved_far_if_any_two_figures_since_are_far_apart(tmp_path: Path) -> None:
    assert_far_spots(tmp_path / "chipscout.db")


def test_so_it_did_on_postgresql(postgres_url: PostgresUrl) -> None:
    assert_far_spots(postgres_url)
