"""`chipscout prices show` and `history`: recorded and observed prices as people look them up."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout
from bot.wording.errors import UserError
from knowledge.facts import SeriesKey
from knowledge.store.store import Store
from tests.bot.observed import P5, P5_SPOT, price, take

JUNE, JULY = date(2026, 6, 1), date(2026, 7, 6)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", time.time) as opened:
        yield opened


def run(path: Path, *words: str) -> Result:
    words = (*words, "--as-of", "2026-11-21") if "--as-of" not in words else words
    return CliRunner(env={"CHIPSCOUT_DB": str(path)}).invoke(chipscout, ["prices", *words])


def records(path: Path, *words: str) -> list[dict[str, Any]]:
    held: list[dict[str, Any]] = json.loads(run(path, *words, "--json").stdout)
    return held


def test_without_a_store_the_recorded_prices_are_shown_with_their_age(tmp_path: Path) -> None:
    """Seen 2026-08-26, 87 days before: older than 35."""
    path = tmp_path / "none.db"
    (line,) = records(path, "show", "p5.4xlarge", "--region", "us-east-1", "--purchase", "on_demand")
    assert (line["usd_per_hour"], line["seen_on"], line["age_days"], line["is_old"]) == (6.88, "2026-08-26", 87, True)
    shown = run(path, "show", "p5.4xlarge", "--region", "us-east-1").output
    assert "87 d, old" in shown
    assert "No feed has been read here yet" in shown
    assert not path.exists()


def test_what_a_feed_saw_later_stands_in_place_of_what_was_recorded(store: Store) -> None:
    take(store, date(2026, 11, 10), price(P5, "50"))
    take(store, date(2026, 11, 20), price(P5, "50"))
    (line,) = records(store.path, "show", "p5.48xlarge in us-east-1", "--purchase", "on_demand")
    assert (line["usd_per_hour"], line["since"], line["seen_on"]) == (50, "2026-11-10", "2026-11-20")
    assert (line["feed"], line["source"]) == ("skypilot", "feed-skypilot-aws")
    assert "SkyPilot" not in run(store.path, "show", "p5.48xlarge", "--as-of", "2026-11-09").output


def test_words_narrow_to_a_line_of_types_a_region_and_a_purchase(store: Store) -> None:
    found = records(store.path, "show", "p5 in us-east-1 on demand")
    assert {line["instance"] for line in found} == {"p5.48xlarge", "p5.4xlarge"}
    assert {line["region"] for line in found} <= {"us-east-1", "unstated"}


def test_a_slice_that_is_named_means_no_other_and_is_known_by_the_name_a_cloud_gives_it(store: Store) -> None:
    slices = (SeriesKey("gcp", f"tpu-v5litepod-{chips}", "us-central1", "on_demand") for chips in (4, 8))
    take(store, date(2026, 11, 20), *(price(key, "9.6") for key in slices))
    found = records(store.path, "show", "v5e-8", "--region", "us-central1", "--purchase", "on_demand")
    assert {line["instance"] for line in found if line["scope"] == "instance"} == {"tpu-v5litepod-8"}


def test_a_type_that_only_feeds_know_is_found_by_a_part_of_its_name(store: Store) -> None:
    take(store, date(2026, 11, 20), price(P5._replace(instance="g7e.2xlarge"), "3.36316"))
    for words in (("show", "g7e"), ("show", "--instance", "g7e.2xlarge")):
        (line,) = records(store.path, *words)
        assert (line["instance"], line["usd_per_hour"]) == ("g7e.2xlarge", 3.36316)


def test_no_price_is_said_and_neither_zero_nor_left_out(store: Store) -> None:
    take(store, date(2026, 11, 20), price(P5, None))
    lines = records(store.path, "show", "p5.48xlarge", "--purchase", "on_demand", "--region", "us-east-1")
    assert {"usd_per_hour": None, "note": "unknown"}.items() <= lines[0].items()
    assert "unknown" in run(store.path, "show", "p5.48xlarge", "--purchase", "savings_plan").output


def test_what_is_sold_by_block_alone_is_said_where_on_demand_is_looked_for(tmp_path: Path) -> None:
    (line,) = records(
        tmp_path / "none.db", "show", "trn2.3xlarge", "--purchase", "on_demand", "--region", "us-east-2"
    )
    assert (line["usd_per_hour"], line["note"]) == (None, "block_only")
    shown = run(tmp_path / "none.db", "show", "trn2.3xlarge", "--purchase", "on_demand").output
    assert "sold only by Capacity Block" in shown


def test_each_feed_says_when_it_was_read_and_since_when_it_fails(store: Store) -> None:
    take(store, date(2026, 11, 10), price(P5, "50"))
    failed = datetime(2026, 11, 17, 6, tzinfo=UTC).timestamp()
    store.history.note_attempt("skypilot", "aws", failed, False, "timeout")
    shown = run(store.path, "show", "p5.48xlarge").output
    assert "skypilot, AWS: last read 2026-11-10, 1 prices" in shown
    assert "skypilot, AWS: could not be read since 2026-11-17 (timeout); its last known prices stay in use" in shown


def test_nothing_found_is_one_sentence(store: Store) -> None:
    for words in (("show", "p9.96xlarge"), ("history", "p9.96xlarge")):
        done = run(store.path, *words)
        assert isinstance(done.exception, UserError)
        assert done.exception.code == "no_price"


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
