"""`chipscout prices history`: recorded and observed prices through time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bot.wording.errors import UserError
from knowledge.store.store import Store
from tests.bot.commands.prices.test_show import records, run
from tests.bot.observed import P5, P5_SPOT, price, take

JUNE, JULY = date(2026, 6, 1), date(2026, 7, 6)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", time.time) as opened:
        yield opened


def test_a_history_joins_what_was_recorded_and_what_feeds_saw(store: Store) -> None:
    """Recorded: 98.32, from June 2025 55.04. Then a feed: 44.032, a fifth less; 44.032 / 98.32 - 1 = -55.2 %."""
    take(store, date(2026, 11, 12), price(P5, "55.04"))
    take(store, date(2026, 11, 19), price(P5, "44.032"))
    words = ("history", "p5.48xlarge", "--region", "us-east-1", "--purchase", "on_demand")
    (line,) = records(store.path, *words)
    assert [(step["day"], step["usd_per_hour"], step["source"]) for step in line["steps"]] == [
        ("2023-07-31", 98.32, "karpenter-aws-prices"),
        ("2025-06-23", 55.04, "karpenter-aws-prices"),
        ("2026-11-19", 44.032, "feed-skypilot-aws"),
    ]
    assert [line[name] for name in ("first", "last", "low", "high")] == [98.32, 44.032, 44.032, 98.32]
    assert line["percent"] == pytest.approx(-55.2156, abs=1e-4)
    assert line["seen_on"] == "2026-11-19"
    shown = run(store.path, *words).output
    assert "2026-11-19  $44.03/h (-20%)  feed-skypilot-aws" in shown
    assert "█" in shown


def test_since_a_day_a_history_begins_with_the_price_in_force(tmp_path: Path) -> None:
    words = ("history", "p5.48xlarge", "--region", "us-east-1", "--purchase", "on_demand", "--since", "2026-01-01")
    (line,) = records(tmp_path / "none.db", *words)
    assert [step["day"] for step in line["steps"]] == ["2025-06-23"]


def test_zones_are_histories_of_their_own_and_delisting_is_a_step(store: Store) -> None:
    zones = (price(P5_SPOT, "18", zone="use1-az1"), price(P5_SPOT, "20", zone="use1-az2"))
    take(store, JUNE, price(P5, "55.04"), *zones)
    take(store, JULY, price(P5, "55.04"), zones[0])
    words = ("history", "p5.48xlarge", "--region", "us-east-1", "--purchase", "spot", "--as-of", "2026-07-10")
    found = {line["zone"]: line for line in records(store.path, *words)}
    assert set(found) == {"use1-az1", "use1-az2"}
    assert [(step["day"], step["is_gone"]) for step in found["use1-az2"]["steps"]] == [
        ("2026-06-01", False),
        ("2026-07-06", True),
    ]
    assert "no longer listed" in run(store.path, *words).output


def test_what_has_no_history_is_answered_with_the_nearest(tmp_path: Path) -> None:
    done = run(tmp_path / "none.db", "history", "p5en.84xlarge")
    assert isinstance(done.exception, UserError)
    assert (done.exception.code, done.exception.values["near"]) == ("no_price", "p5en.48xlarge")
