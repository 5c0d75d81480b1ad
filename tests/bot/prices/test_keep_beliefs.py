"""What is kept beside the prices is what the whole history says, whatever was imported, and in whatever order."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.prices.believed import held_back, standings, through_time
from bot.prices.keep_beliefs import brought_up_to, keep, rules_of, worked_out
from engine.changes.belief import kept_by_day, slips
from engine.changes.judged import JudgedPrices
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import price_history
from knowledge.facts import Facts, SeriesKey
from knowledge.history import latest_parts
from knowledge.history.doubts import Doubt
from knowledge.loading.load import load
from knowledge.store.store import Store
from knowledge.types.observed import Observed
from tests.bot.observed import P5, P5_SPOT, price, take
from tests.bot.test_cli import COMMAND
from tests.forked import completed
from tests.share import examples

ROOT = Path(__file__).resolve().parents[3]
LAST_RELEASE = ROOT / "tests" / "knowledge" / "store" / "last_release.sql"

TYPES = {"p5.48xlarge": 55, "p4d.24xlarge": 22, "g6.xlarge": 1}
LOADED = load()
FACTS = LOADED.model_copy(
    update={"offers": tuple(o for o in LOADED.offers if o.instance in TYPES and o.region.startswith("us-"))}
)
FIRST = date(2026, 9, 1)
DAYS = 9
REGIONS = ("us-east-1", "us-west-2")
LISTED = [SeriesKey("aws", name, region, "on_demand") for name in TYPES for region in REGIONS]
SPOT = [key._replace(purchase="spot", zone=f"{key.region}{zone}") for key in LISTED for zone in "ab"]
SHARES = ["1", "1", "1", "1", "1.004", "1.009", "1.009", "0.9", "1.2", "0.45", "3", "0.08", "2.5", None]
SPOT_SHARES = ["0.3", "0.3", "0.33", "0.45", "0.08", "1.4", "0.9", None]


class Taken(NamedTuple):
    """One snapshot: `shares` of the usual price by key; a key that is missing is not listed."""

    day: int
    feed: str
    complete: bool
    shares: dict[SeriesKey, str | None]
    doubted: frozenset[SeriesKey]


def shares() -> st.SearchStrategy[dict[SeriesKey, str | None]]:
    """Mostly everything as usual: a few keys with another price, a few not listed."""
    usual = dict.fromkeys(LISTED, "1") | dict.fromkeys(SPOT, "0.3")
    moved = st.dictionaries(st.sampled_from(LISTED), st.sampled_from(SHARES), max_size=4)
    spots = st.dictionaries(st.sampled_from(SPOT), st.sampled_from(SPOT_SHARES), max_size=4)
    gone = st.sets(st.sampled_from([*LISTED, *SPOT]), max_size=3)
    return st.builds(
        lambda a, b, out: {key: share for key, share in (usual | a | b).items() if key not in out}, moved, spots, gone
    )


takes = st.builds(
    Taken,
    st.integers(0, DAYS - 1),
    st.sampled_from(["skypilot", "skypilot", "gpuhunt", "recorded"]),
    st.sampled_from([True, True, True, False]),
    shares(),
    st.frozensets(st.sampled_from(LISTED), max_size=1),
)
in_order = st.lists(takes, min_size=2, max_size=DAYS).map(
    lambda many: [one._replace(day=place) for place, one in enumerate(many)]
)


def usd(key: SeriesKey, share: str | None) -> Decimal | None:
    return None if share is None else TYPES[key.instance] * Decimal(share)


def import_(store: Store, one: Taken) -> None:
    rows = [Observed(key=key, usd_per_hour=usd(key, share)).placed() for key, share in one.shares.items()]
    doubts = [Doubt(key, "zero", "0") for key in one.doubted if key not in one.shares]
    seen_on = FIRST + timedelta(one.day)
    store.history.take(one.feed, "aws", seen_on, rows, complete=one.complete, doubts=doubts)
    keep(FACTS, store.history)


def in_key_order(rows: list[Any]) -> list[Any]:
    return sorted(json.loads(json.dumps(rows)), key=lambda row: (row[0], row[1]))


@pytest.mark.parametrize("histories", [in_order, st.lists(takes, min_size=1, max_size=7)], ids=["ordered", "any"])
def test_what_is_kept_is_what_the_whole_history_says(histories: st.SearchStrategy[list[Taken]]) -> None:
    """After every import: in any order, the same day again, with types that come and go and figures in doubt."""

    @settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(histories)
    def check(taken: list[Taken]) -> None:
        with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
            for one in taken:
                import_(store, one)
                (state,) = store.history.states(date.max)
                body = store.history.kept_beliefs(state, rules_of(FACTS))
                assert body is not None
                assert in_key_order(json.loads(body)) == in_key_order(worked_out(FACTS, store.history, state))

    check()


WHOLE = {"p5.48xlarge": 55, "p4d.24xlarge": 22, "g6.xlarge": 1, "trn1.32xlarge": 21}
FILE = [SeriesKey("aws", name, region, "on_demand") for name in WHOLE for region in REGIONS]
FACTORS = ["1", "1", "0.9", "0.9", "0.91", "1.19", "2"]


@settings(max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.sampled_from(FACTORS), st.integers(1, 4), st.integers(0, 9)), min_size=3, max_size=10),
    st.lists(st.one_of(st.none(), st.sampled_from(FACTORS)), min_size=10, max_size=10),
)
def test_what_is_kept_of_files_that_move_as_a_whole_is_what_the_history_says(
    looks: list[tuple[str, int, int]], other: list[str | None]
) -> None:
    """Now and then one price of it moves otherwise, a look is accepted, and another feed shows a level, or none."""
    day = FIRST
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        for (factor, days, what), shown in zip(looks, other, strict=False):
            day += timedelta(days)
            shares = dict.fromkeys([*FILE, *(key._replace(purchase="spot", zone="a") for key in FILE[:2])], factor)
            shares |= {FILE[0]: "0.5"} if what == 1 else {}
            shares = {key: share for key, share in shares.items() if what != 2 or key != FILE[1]}
            for feed, at in (
                (("skypilot", shares), ("gpuhunt", {FILE[2]: shown})) if shown else (("skypilot", shares),)
            ):
                usual = {key: WHOLE[key.instance] * Decimal("0.3" if key.purchase == "spot" else "1") for key in at}
                rows = [Observed(key, usual[key] * Decimal(share)).placed() for key, share in at.items() if share]
                with store.history.together():
                    store.history.take(feed, "aws", day, rows)
                    if what == 3:
                        store.history.accept(feed, "aws", day)
                    keep(FACTS, store.history)
                (state,) = store.history.states(date.max)
                body = store.history.kept_beliefs(state, rules_of(FACTS))
                assert body is not None
                assert in_key_order(json.loads(body)) == in_key_order(worked_out(FACTS, store.history, state))


def test_an_imported_record_is_doubted_beside_bundled_prices_that_never_moved(tmp_path: Path) -> None:
    """A fall in one region is doubted once. Where the machine fell is beside a region in which it rose that day and
    others whose prices nobody imported."""
    east, west = LISTED[:2]
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        rises = [{west: "1.2"}] * 4
        for day, shares in enumerate(({east: "0.9"}, *rises, {east: "1", west: "0.9"})):
            import_(store, Taken(day, "recorded", False, dict(shares), frozenset()))
        (state,) = store.history.states(date.max)
        (row,) = json.loads(store.history.kept_beliefs(state, rules_of(FACTS)) or "")
        assert (row[0], row[1], row[7][4]) == ("recorded", list(west), "one_region")
        assert in_key_order([row]) == in_key_order(worked_out(FACTS, store.history, state))


def test_an_imported_spot_price_is_judged_by_the_bundled_on_demand_price(tmp_path: Path) -> None:
    """1.4 times what p5.48xlarge costs on demand in us-west-2, of which only spot is imported."""
    zone = next(key for key in SPOT if key.instance == "p5.48xlarge" and key.region == "us-west-2")
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        for day, shares in enumerate(({LISTED[0]: "1"}, {zone: "1.4"}, {LISTED[0]: "1"})):
            import_(store, Taken(day, "recorded", False, dict(shares), frozenset()))
            (state,) = store.history.states(date.max)
            body = json.loads(store.history.kept_beliefs(state, rules_of(FACTS)) or "")
            assert [(row[1], row[7][4]) for row in body] == [(list(zone), "over_on_demand")] * (day > 0)


def test_what_is_believed_of_one_type_through_time_is_what_the_whole_history_says() -> None:
    """Spot prices are read only where judging the type takes them."""

    @settings(max_examples=examples(20), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(in_order, st.sampled_from(sorted(TYPES)))
    def check(taken: list[Taken], name: str) -> None:
        with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
            for one in taken:
                import_(store, one)
            day = FIRST + timedelta(DAYS)
            series = price_history(FACTS, store.history.series(cloud="aws"), "aws")
            everything = JudgedPrices(series, day, PlausibleLimits(FACTS))

            def takes(key: SeriesKey) -> bool:
                return key.instance == name

            through = through_time(FACTS, store.history, day, ["aws"], takes)
            if through:
                assert through["aws"].slips == slips(everything, takes)
                assert through["aws"].days == tuple(kept_by_day(everything, series, takes))

    check()


def test_what_cannot_be_a_price_is_doubted_at_the_first_look(tmp_path: Path) -> None:
    """Two spellings are one price, judged by the chips that one of them names: 0.05 USD/h is too little for 8."""
    small, big = (SeriesKey("aws", name, "us-east-1", "on_demand") for name in ("x9.48xlarge", "X9.48xlarge"))
    spot = small._replace(purchase="spot", zone="us-east-1a")
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        rows = [Observed(small, Decimal("0.05")), Observed(big, Decimal("0.06"), 8), Observed(spot, Decimal("0.01"))]
        take(store, FIRST, *rows, price(LISTED[0], "900000"), price(SPOT[0], "900000"), price(LISTED[1], "55"))
        keep(FACTS, store.history)
        (state,) = store.history.states(date.max)
        body = json.loads(store.history.kept_beliefs(state, rules_of(FACTS)) or "")
        assert {row[1][1] for row in body} == {small.instance, big.instance, LISTED[0].instance}
        assert in_key_order(body) == in_key_order(worked_out(FACTS, store.history, state))


def believed(facts: Facts, store: Store, key: SeriesKey, day: date) -> Decimal | None:
    found = standings(store.history, day, held_back(facts, store.history, day))
    return next((standing.price.usd_per_hour for standing in found if standing.price.key == key), None)


def test_deleting_what_is_old_or_of_somebody_leaves_the_prices(facts: Facts, tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", time.time) as store:
        for day, usd in enumerate(("55.04", "55.04", "5.38")):
            take(store, FIRST + timedelta(day), price(P5, usd))
        keep(facts, store.history)
        store.retention.delete_older_than(time.time() + 1e9)
        store.retention.forget_workspace("T1")
        (state,) = store.history.states(date.max)
        assert store.history.kept_beliefs(state, rules_of(facts)) is not None
        assert believed(facts, store, P5, FIRST + timedelta(2)) == Decimal("55.04")


def test_other_rules_count_for_nothing_that_was_kept(facts: Facts, tmp_path: Path) -> None:
    """Figures that are kept go with the facts they were made by."""
    with Store(tmp_path / "c.db", time.time) as store:
        take(store, FIRST, price(P5, "55.04"))
        keep(facts, store.history)
        (state,) = store.history.states(date.max)
        others = facts.model_copy(update={"offers": facts.offers[1:]})
        assert store.history.kept_beliefs(state, rules_of(facts)) == "[]"
        assert store.history.kept_beliefs(state, rules_of(others)) is None


def test_a_file_of_the_last_release_is_brought_up_to_date(facts: Facts, tmp_path: Path) -> None:
    """It has prices and no table of what is believed of them."""
    path = tmp_path / "last.db"
    old = sqlite3.connect(path)
    old.executescript(LAST_RELEASE.read_text())
    assert old.execute("SELECT 1 FROM sqlite_master WHERE name = 'price_beliefs'").fetchone() is None
    old.close()
    with Store(path, lambda: 0.0) as store:
        keep(facts, store.history)
        (state,) = store.history.states(date.max)
        body = store.history.kept_beliefs(state, rules_of(facts))
        assert body is not None
        assert in_key_order(json.loads(body)) == in_key_order(worked_out(facts, store.history, state))
        take(store, state.day + timedelta(1), price(P5, "55.04"), price(P5_SPOT, "30.5", zone="us-east-1a"))
        keep(facts, store.history)
        (newer,) = store.history.states(date.max)
        rows = brought_up_to(facts, store.history, newer)
        assert in_key_order(rows) == in_key_order(worked_out(facts, store.history, newer))


# ---- a process that is killed

IMPORT = """
import sys, time
from bot.cli import main
from knowledge.history import latest_parts
from knowledge.history.history import History

latest_parts.LEAST = 0
document, at = sys.argv[1:]
begun = History.together

def traced(statement):
    if statement.startswith(at):
        print("there", flush=True)
        time.sleep(60)

def together(self):
    self._db.set_trace_callback(traced)
    return begun(self)

History.together = together
sys.argv = ["chipscout", "prices", "import", "skypilot", document, "--observed-on", "2026-11-20", "--cloud", "aws"]
main()
"""
COLUMNS = "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,AvailabilityZone\n"
ROWS = "p5.48xlarge,H100,8,{usd},{spot},us-east-1,use1-az1\n"


@pytest.mark.parametrize(
    "at",
    ["INSERT INTO price_points", "INSERT INTO price_latest", "INSERT INTO price_beliefs", "COMMIT"],
)
def test_a_process_killed_during_an_import_leaves_prices_and_beliefs_as_they_were(
    facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """Killed before its end, it has stored nothing: what is believed belongs to its prices."""
    path, document = tmp_path / "chipscout.db", tmp_path / "aws.csv"
    document.write_text(COLUMNS + ROWS.format(usd="5.38", spot="4.4"))
    monkeypatch.setenv("CHIPSCOUT_DB", str(path))
    monkeypatch.setattr(latest_parts, "LEAST", 0)
    day = date(2026, 11, 19)
    with Store(path, time.time) as store:
        take(store, day, price(P5, "55.04"), price(P5_SPOT, "17", zone="use1-az1"))
        keep(facts, store.history)
        before = _all_rows(store)
    killed = subprocess.Popen([sys.executable, "-c", IMPORT, str(document), at], cwd=ROOT, stdout=subprocess.PIPE)
    assert killed.stdout is not None
    assert killed.stdout.readline() == b"there\n"
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    killed.stdout.close()
    with Store(path, time.time) as store:
        assert _all_rows(store) == before
        assert [price.usd_per_hour for price in store.history.latest(day)] == [Decimal("55.04"), Decimal(17)]
    command = ["prices", "import", "skypilot", str(document), "--observed-on", "2026-11-20", "--cloud", "aws"]
    done = completed([str(COMMAND), *command], env=os.environ)
    assert done.returncode == 0, done.stderr
    with Store(path, time.time) as store:
        (state,) = store.history.states(date.max)
        assert state.day == date(2026, 11, 20)
        assert store.history.kept_beliefs(state, rules_of(facts)) is not None
        assert believed(facts, store, P5, state.day) == Decimal("55.04")


def _all_rows(store: Store) -> dict[str, list[Any]]:
    tables = ("price_series", "price_points", "price_snapshots", "price_beliefs", "price_latest")
    return {table: list(store.file.db[table].rows) for table in tables}
