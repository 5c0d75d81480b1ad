"""An import stores all of its files, or none."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bot.feeds.config import configured
from bot.feeds.import_files import ImportResult, import_files
from bot.wording.errors import UserError
from knowledge.facts import Facts
from knowledge.store.store import Store
from knowledge.types.observed import ParseContext
from tests.day import DAY

HEAD = "observed_on,cloud,instance,region,purchase,usd_per_hour\n"
ROW = "2026-11-{:02},aws,p5.48xlarge,us-east-1,on_demand,{}\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as opened:
        yield opened


def imported(facts: Facts, store: Store, *files: Path) -> ImportResult:
    feeds = configured(facts)
    context = ParseContext(DAY, None, feeds.prefixes)
    names = [str(file) for file in files]
    described = feeds.described["recorded"]
    return import_files(described, names, feeds, store.history, context=context, is_partial=False, keep=lambda: None)


def written(file: Path, *rows: str) -> Path:
    file.write_text(HEAD + "".join(rows), encoding="utf-8")
    return file


def test_rows_of_several_days_give_a_snapshot_each(facts: Facts, store: Store, tmp_path: Path) -> None:
    file = written(tmp_path / "prices.csv", ROW.format(1, "55.04"), ROW.format(8, "44.03"))
    (whole,) = imported(facts, store, file).clouds
    assert (whole.cloud, whole.first, whole.last, whole.days) == ("aws", date(2026, 11, 1), date(2026, 11, 8), 2)
    (series,) = store.history.series()
    assert [str(point.usd_per_hour) for point in series.points] == ["55.04", "44.03"]


def test_if_one_of_two_files_is_wrong_neither_is_stored(facts: Facts, store: Store, tmp_path: Path) -> None:
    good, bad = written(tmp_path / "good.csv", ROW.format(1, "55.04")), tmp_path / "bad.csv"
    bad.write_text("<html>sign in</html>", encoding="utf-8")
    with pytest.raises(UserError) as refused:
        imported(facts, store, good, bad)
    assert refused.value.code == "import_not_this" and str(refused.value.values["path"]) == str(bad)
    assert store.history.newest_snapshots() == ()


def test_a_missing_file_is_reported_in_one_sentence(facts: Facts, store: Store, tmp_path: Path) -> None:
    with pytest.raises(UserError) as refused:
        imported(facts, store, tmp_path / "missing.csv")
    assert refused.value.code == "unreadable_file"
