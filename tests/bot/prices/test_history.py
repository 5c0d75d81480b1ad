"""One price through time: recorded and observed prices are one line, and on a day of both the observed one stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bot.prices.history import HistoryLine, history, spark
from bot.prices.lookup import PriceQuery
from knowledge.facts import Facts
from knowledge.history.queries import open_history
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take
from tests.day import DAY

CUT = date(2025, 6, 23)  # recorded: from 98.32, since 2023-07-31, to 55.04


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as opened:
        yield opened


def line(facts: Facts, store: Store, since: date | None = None) -> HistoryLine:
    query = PriceQuery(instances=("p5.48xlarge",), regions=("us-east-1",), purchase="on_demand")
    with open_history(store.path) as past:
        (found,) = history(facts, past, DAY, query, since)
    return found


def steps(found: HistoryLine) -> list[tuple[date, float | None]]:
    return [(step.day, step.usd_per_hour) for step in found.steps]


def test_what_a_feed_sees_goes_on_where_the_record_ends(facts: Facts, store: Store) -> None:
    take(store, date(2026, 11, 14), price(P5, "55.04"))
    take(store, DAY, price(P5, "44.03"))
    found = line(facts, store)
    assert steps(found) == [(date(2023, 7, 31), 98.32), (CUT, 55.04), (DAY, 44.03)]
    assert found.steps[-1].share == pytest.approx(44.03 / 55.04 - 1)
    assert (found.steps[1].source, found.steps[-1].source) == ("karpenter-aws-prices", "feed-skypilot-aws")


def test_on_a_day_of_both_the_observed_price_stands(facts: Facts, store: Store) -> None:
    take(store, CUT, price(P5, "60.00"))
    assert steps(line(facts, store))[1] == (CUT, 60.0)


def test_a_recorded_price_does_not_interrupt_one_that_a_feed_confirmed_that_day(facts: Facts, store: Store) -> None:
    take(store, date(2025, 6, 1), price(P5, "60.00"))
    take(store, CUT, price(P5, "60.00"))
    assert (CUT, 55.04) not in steps(line(facts, store))


def test_since_a_day_it_begins_with_the_price_in_force_then(facts: Facts, store: Store) -> None:
    assert steps(line(facts, store, since=date(2025, 1, 1))) == [(date(2023, 7, 31), 98.32), (CUT, 55.04)]


def test_the_course_is_as_wide_for_a_week_as_for_years(facts: Facts, store: Store) -> None:
    found = line(facts, store)
    assert len(spark(found, DAY)) == len(spark(found, date(2023, 8, 7))) == 40
