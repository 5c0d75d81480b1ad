"""The last figures as one process keeps them: after any import they are those of a process that reads them anew."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from knowledge.history.history import History
from knowledge.history.queries import HistoryReader
from knowledge.store.store import Store
from knowledge.types.observed import Observed, PlacePrices, SeriesKey

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
P4 = SeriesKey("aws", "p4d.24xlarge", "us-east-1", "on_demand")
P5_SPOT = P5._replace(purchase="spot", zone="us-east-1a")
MAY, JUNE, JULY, LATER = date(2026, 5, 4), date(2026, 6, 1), date(2026, 7, 6), date(2026, 8, 3)


def at(key: SeriesKey, usd: str | None, chips: float | None = None) -> PlacePrices:
    return Observed(key, None if usd is None else Decimal(usd), chips).placed()


def take(history: History, day: date, *rows: PlacePrices, complete: bool = True) -> None:
    history.take("skypilot", "aws", day, rows, complete=complete)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "c.db", time.time)


def test_what_is_kept_is_brought_up_to_date_by_every_kind_of_import(store: Store) -> None:
    kept = HistoryReader(store.file.connection)

    def is_the_same() -> bool:
        anew = HistoryReader(store.file.connection)
        return list(kept.latest(LATER)) == list(anew.latest(LATER)) == list(anew.latest(LATER, cloud="aws"))

    history = store.history
    take(history, MAY, at(P5, "98.32"), at(P5_SPOT, "30"))
    assert is_the_same()
    take(history, JULY, at(P5, "55.04"), at(P4, "21.95"), at(P5_SPOT, "30"))  # moved, new, the same
    assert is_the_same()
    take(history, JUNE, at(P5, "55.04"), at(P5_SPOT, "31"))  # of an earlier day
    assert is_the_same()
    take(history, JULY, at(P5, "55.04"), at(P5_SPOT, None))  # the same day again: one gone, one without a price
    assert is_the_same()
    take(history, JULY, at(P4, "20", chips=8), complete=False)  # in part
    assert is_the_same()
    assert {price.key: price.usd_per_hour for price in kept.latest(LATER)} == {
        P4: Decimal(20),
        P5: Decimal("55.04"),
        P5_SPOT: None,
    }


def test_only_what_changed_is_read_again(store: Store) -> None:
    take(store.history, MAY, at(P5, "98.32"), at(P4, "21.95"))
    assert len(list(store.history.latest(LATER))) == 2
    take(store.history, JUNE, at(P5, "55.04"), at(P4, "21.95"))
    statements: list[str] = []
    store.file.connection().set_trace_callback(statements.append)
    assert [price.usd_per_hour for price in store.history.latest(LATER)] == [Decimal("21.95"), Decimal("55.04")]
    assert [text for text in statements if "FROM price_series s" in text and "changed > 1" not in text] == []
    statements.clear()
    assert len(list(store.history.latest(LATER))) == 2
    assert [text for text in statements if "FROM price_series s" in text] == []


def test_a_price_of_an_earlier_day_is_not_taken_from_what_is_kept(store: Store) -> None:
    take(store.history, MAY, at(P5, "98.32"))
    take(store.history, JULY, at(P5, "55.04"))
    assert [price.usd_per_hour for price in store.history.latest(LATER)] == [Decimal("55.04")]
    assert [price.usd_per_hour for price in store.history.latest(JUNE)] == [Decimal("98.32")]


def test_a_file_that_does_not_say_what_changed_is_read_anew(store: Store) -> None:
    take(store.history, MAY, at(P5, "98.32"))
    past = HistoryReader(store.file.connection)
    assert len(list(past.latest(LATER))) == 1
    take(store.history, JUNE, at(P5, "55.04"))
    store.file.session.execute("ALTER TABLE price_series DROP COLUMN changed")
    assert [price.usd_per_hour for price in past.latest(LATER)] == [Decimal("55.04")]


def test_what_a_transaction_wrote_and_took_back_is_not_kept(store: Store) -> None:
    """Two states had one version then: the one that was read within it, and the next that was stored."""
    history = store.history
    take(history, MAY, at(P5, "98.32"))
    with suppress(KeyError), history.together():
        take(history, JUNE, at(P5, "55.04"))
        assert [price.usd_per_hour for price in history.latest(LATER)] == [Decimal("55.04")]
        raise KeyError
    take(history, JULY, at(P5, "49"))
    assert [(p.usd_per_hour, p.confirmed_on) for p in history.latest(LATER)] == [(Decimal(49), JULY)]
