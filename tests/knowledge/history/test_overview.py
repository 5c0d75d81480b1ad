"""What the last figures say when they are put together: out of the parts it is what the rows say."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal

import pytest

from knowledge.history import latest_parts
from knowledge.history.overview import MovedRange, TypeFigures, overview
from knowledge.store.store import Store
from knowledge.types.observed import Observed, SeriesKey
from tests.knowledge.history.test_latest_parts import any_take

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
P5_OREGON = P5._replace(region="us-west-2")
P5_SPOT = P5._replace(purchase="spot", zone="us-east-1a")
MAY, JULY = date(2026, 5, 6), date(2026, 7, 6)


@pytest.fixture
def filled(store: Store) -> Store:
    """In July the price in Virginia fell; chips are 8."""
    for day, virginia in ((MAY, "98.32"), (JULY, "55.04")):
        rows = [(P5, virginia), (P5_OREGON, "98.32"), (P5_SPOT, "9.99")]
        store.history.take("skypilot", "aws", day, [Observed(key, Decimal(usd), 8).placed() for key, usd in rows])
    return store


def test_what_moved_is_put_together_by_type_and_way_of_buying(filled: Store) -> None:
    moved = filled.history.overview("aws").moved_ranges(date.min)
    assert sorted(moved) == [
        MovedRange("p5.48xlarge", "on_demand", "instance", 8, 55.04, 98.32, True),
        MovedRange("p5.48xlarge", "spot", "instance", 8, 9.99, 9.99, False),
    ]
    assert filled.history.overview("aws").moved_ranges(MAY) == [
        MovedRange("p5.48xlarge", "on_demand", "instance", 8, 55.04, 55.04, True)
    ]
    assert filled.history.overview("gcp").moved_ranges(date.min) == []
    later = P5_SPOT._replace(instance="p4d.24xlarge"), P5_SPOT._replace(instance="g6.xlarge")
    for feed, key in zip(("skypilot", "recorded"), later, strict=True):  # g6 goes on with bundled prices
        filled.history.take(feed, "aws", JULY, [Observed(key, Decimal(2)).placed()], complete=False)
    assert sorted((moved.instance, moved.is_late) for moved in filled.history.overview("aws").moved_ranges(MAY)) == [
        ("g6.xlarge", True),
        ("p4d.24xlarge", False),
        ("p5.48xlarge", True),
    ]


def test_types_say_the_lowest_on_demand_figure_and_whether_a_list_price_moved_or_came_later(filled: Store) -> None:
    """p5 moved in July; g6 was there at the first look of a second feed; p4d came to the first feed in July, trn1 is
    listed there on spot alone."""
    assert filled.history.overview("aws").types == {"p5.48xlarge": TypeFigures(55.04, is_listed=True, has_moved=True)}
    g6, p4d = P5._replace(instance="g6.xlarge"), P5._replace(instance="p4d.24xlarge")
    trn1 = P5._replace(instance="trn1.32xlarge", purchase="spot")
    elsewhere = p4d._replace(region="us-west-2")
    filled.history.take("gpuhunt", "aws", JULY, [Observed(g6, Decimal("0.8"), 1).placed()])
    prices = [Observed(p4d, Decimal(22), 8), Observed(elsewhere, Decimal("9.5"), 8), Observed(trn1, Decimal(7), 16)]
    filled.history.take("skypilot", "aws", JULY, [price.placed() for price in prices], complete=False)
    assert filled.history.overview("aws").types == {
        "p5.48xlarge": TypeFigures(55.04, is_listed=True, has_moved=True),
        "g6.xlarge": TypeFigures(0.8, is_listed=True, has_moved=False),
        "p4d.24xlarge": TypeFigures(9.5, is_listed=True, has_moved=True),
        "trn1.32xlarge": TypeFigures(None, is_listed=False, has_moved=False),
    }
    assert filled.history.overview("gcp").types == {}


@pytest.mark.parametrize("seed", range(8))
def test_the_parts_say_what_the_rows_say(store: Store, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every import: of another cloud too, of an earlier day, with figures that are gone or corrected."""
    rng = random.Random(seed)
    for day in range(6):
        monkeypatch.setattr(latest_parts, "LEAST", rng.choice((0, 0, 1_000)))
        any_take(store, day, rng)
        if rng.random() < 0.3:
            other = SeriesKey("gcp", "a3-highgpu-8g", f"us-{day}", "spot")
            store.history.take("skypilot", "gcp", date(2026, 9, 1), [Observed(other, Decimal(day + 1), 8).placed()])
        for cloud in ("aws", "gcp", "azure"):
            from_parts, looks = store.history.overview(cloud), store.history.first_looks(cloud)
            from_rows = overview(store.file.session, cloud, 0, looks)
            assert from_parts.types == from_rows.types
            assert from_parts.listed_places == from_rows.listed_places
            for after in (date.min, date(2026, 9, 1), date(2026, 9, 4)):
                assert sorted(from_parts.moved_ranges(after), key=str) == sorted(
                    from_rows.moved_ranges(after), key=str
                )
