"""`chipscout prices show`: recorded and observed prices as people look them up."""

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
from tests.bot.observed import P5, price, take


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
    """Seen 2026-08-26, 87 days before. Told as old from 184 days on, as wherever; p4d's of 2025-06-23."""
    path = tmp_path / "none.db"
    asked = ("show", "p5.4xlarge", "--region", "us-east-1", "--purchase", "on_demand")
    (line,) = records(path, *asked)
    assert (line["seen_on"], line["age_days"], line["is_old"]) == ("2026-08-26", 87, False)
    p4d = ("show", "p4d.24xlarge", *asked[2:])
    assert "183 d  " in run(path, *p4d, "--as-of", "2025-12-23").output
    assert "184 d, old" in run(path, *p4d, "--as-of", "2025-12-24").output
    shown = run(path, *asked).output
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
    take(store, date(2026, 11, 20), price(P5._replace(instance="g9x.2xlarge"), "3.36316"))
    for words in (("show", "g9x"), ("show", "--instance", "g9x.2xlarge")):
        (line,) = records(store.path, *words)
        assert (line["instance"], line["usd_per_hour"]) == ("g9x.2xlarge", 3.36316)


def test_no_price_is_said_and_neither_zero_nor_left_out(store: Store) -> None:
    take(store, date(2026, 11, 20), price(P5, None))
    lines = records(store.path, "show", "p5.48xlarge", "--purchase", "on_demand", "--region", "us-east-1")
    recorded, unknown = lines  # the feed never had a price, so that it hides none
    assert (recorded["usd_per_hour"], recorded["feed"]) == (55.04, "recorded")
    assert {"usd_per_hour": None, "note": "unknown"}.items() <= unknown.items()
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
    done = run(store.path, "show", "p9.96xlarge")
    assert isinstance(done.exception, UserError)
    assert done.exception.code == "no_price"


def test_a_chip_and_a_place_are_taken_as_options_too(tmp_path: Path) -> None:
    words = ("show", "--instance", "H100", "--region", "Frankfurt", "--cloud", "aws")
    found = records(tmp_path / "none.db", *words)
    assert {line["instance"] for line in found} == {"p5.48xlarge", "p5.4xlarge"}
    assert {line["region"] for line in found} <= {"eu-central-1", "unstated"}


def test_a_misspelled_type_is_answered_with_the_nearest(tmp_path: Path) -> None:
    done = run(tmp_path / "none.db", "show", "--instance", "p5.48xlrge")
    assert isinstance(done.exception, UserError)
    assert done.exception.values["near"] == "p5.48xlarge"
