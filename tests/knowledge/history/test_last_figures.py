"""What moved, as it is stored."""

from __future__ import annotations

import time
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from knowledge.history.last_figures import MovedRange, TypeFigures
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
        store.history.take("skypilot", "aws", day, [Observed(key, Decimal(usd), 8).placed() for key, usd in rows])
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
    later = P5_SPOT._replace(instance="p4d.24xlarge"), P5_SPOT._replace(instance="g6.xlarge")
    for feed, key in zip(("skypilot", "recorded"), later, strict=True):  # g6 goes on with bundled prices
        store.history.take(feed, "aws", JULY, [Observed(key, Decimal(2)).placed()], complete=False)
    assert sorted((moved.instance, moved.is_late) for moved in store.history.moved_ranges("aws", MAY)) == [
        ("g6.xlarge", 1),
        ("p4d.24xlarge", 0),
        ("p5.48xlarge", 1),
    ]


def test_last_figures_say_since_when(store: Store) -> None:
    (moved,) = store.history.last_figures("aws", moved_after=MAY)
    assert (moved.key, moved.usd_per_hour, moved.since, moved.chips) == (P5, 55.04, JULY, 8)
    assert list(store.history.last_figures("aws", instances=[])) == []


def test_types_say_the_lowest_on_demand_figure_and_whether_a_list_price_moved_or_came_later(store: Store) -> None:
    """p5 moved in July; g6 was there at the first look of a second feed; p4d came to the first feed in July, trn1 is
    listed there on spot alone."""
    assert store.history.type_figures("aws") == {"p5.48xlarge": TypeFigures(55.04, is_listed=True, has_moved=True)}
    g6, p4d = P5._replace(instance="g6.xlarge"), P5._replace(instance="p4d.24xlarge")
    trn1 = P5._replace(instance="trn1.32xlarge", purchase="spot")
    elsewhere = p4d._replace(region="us-west-2")
    store.history.take("gpuhunt", "aws", JULY, [Observed(g6, Decimal("0.8"), 1).placed()])
    prices = [Observed(p4d, Decimal(22), 8), Observed(elsewhere, Decimal("9.5"), 8), Observed(trn1, Decimal(7), 16)]
    store.history.take("skypilot", "aws", JULY, [price.placed() for price in prices], complete=False)
    assert store.history.type_figures("aws") == {
        "p5.48xlarge": TypeFigures(55.04, is_listed=True, has_moved=True),
        "g6.xlarge": TypeFigures(0.8, is_listed=True, has_moved=False),
        "p4d.24xlarge": TypeFigures(9.5, is_listed=True, has_moved=True),
        "trn1.32xlarge": TypeFigures(None, is_listed=False, has_moved=False),
    }
    assert store.history.type_figures("gcp") == {}
