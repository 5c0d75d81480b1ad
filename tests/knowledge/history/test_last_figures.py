"""What moved, as it is stored."""

from __future__ import annotations

import time
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from knowledge.history.last_figures import MovedRange
from knowledge.store.store import Store
from knowledge.types.observed import Observed, SeriesKey

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
P5_OREGON = P5._replace(region="us-west-2")
P5_SPOT = P5._replace(purchase="spot", zone="us-east-1a")
MAY, JULY = date(2026, 5, 4), date(2026, 7, 6)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """In July the price in Virginia fell; chips are 8."""
    store = Store(tmp_path / "c.db", time.time)
    for day, virginia in ((MAY, "98.32"), (JULY, "55.04")):
        rows = [(P5, virginia), (P5_OREGON, "98.32"), (P5_SPOT, "9.99")]
        store.history.take("skypilot", "aws", day, [Observed(key, Decimal(usd), 8) for key, usd in rows])
    return store


def test_what_moved_is_put_together_by_type_and_way_of_buying(store: Store) -> None:
    moved = store.history.moved_ranges("aws", date.min)
    assert sorted(moved) == [
        MovedRange("p5.48xlarge", "on_demand", "instance", 8, 55.04, 98.32, 1),
        MovedRange("p5.48xlarge", "spot", "instance", 8, 9.99, 9.99, 0),
    ]
    assert store.history.moved_ranges("aws", MAY) == [
        MovedRange("p5.48xlarge", "on_demand", "instance", 8, 55.04, 55.04, 1)
    ]
    assert store.history.moved_ranges("gcp", date.min) == []


def test_the_lowest_on_demand_figure_of_a_type(store: Store) -> None:
    assert store.history.lowest_on_demand("aws") == [("p5.48xlarge", 55.04)]


def test_last_figures_say_since_when(store: Store) -> None:
    (moved,) = store.history.last_figures("aws", moved_after=MAY)
    assert (moved.key, moved.usd_per_hour, moved.since, moved.chips) == (P5, 55.04, JULY, 8)
    assert list(store.history.last_figures("aws", instances=[])) == []


def test_types_with_a_list_price_say_whether_one_moved_or_came_later(store: Store) -> None:
    """p5 moved in July; g6 was there at the first look of a second feed; p4d came to the first feed in July."""
    assert store.history.listed_types("aws") == {"p5.48xlarge": True}
    g6, p4d = P5._replace(instance="g6.xlarge"), P5._replace(instance="p4d.24xlarge")
    store.history.take("gpuhunt", "aws", JULY, [Observed(g6, Decimal("0.8"), 1)])
    store.history.take("skypilot", "aws", JULY, [Observed(p4d, Decimal(22), 8)], complete=False)
    assert store.history.listed_types("aws") == {"p5.48xlarge": True, "g6.xlarge": False, "p4d.24xlarge": True}
    assert store.history.listed_types("gcp") == {}
