"""An import stores all of its files, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.feeds.config import configured
from bot.feeds.import_files import ImportResult, import_files
from bot.prices.believed import held_back, standings
from bot.prices.keep_beliefs import keep
from bot.wording.errors import UserError
from knowledge.facts import Facts
from knowledge.loading.load import load
from knowledge.store.store import Store
from knowledge.types.observed import ParseContext
from tests.bot.observed import of_types
from tests.day import DAY
from tests.share import examples

FACTS = of_types(load(), "p5.48xlarge")
HEAD = "observed_on,cloud,instance,region,purchase,usd_per_hour\n"
ROW = "2026-11-{:02},aws,p5.48xlarge,us-east-1,on_demand,{}\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as opened:
        yield opened


def imported(facts: Facts, store: Store, *files: Path, keep: Callable[[], None] = lambda: None) -> ImportResult:
    feeds = configured(facts)
    context = ParseContext(DAY, None, feeds.prefixes)
    names = [str(file) for file in files]
    described = feeds.described["recorded"]
    return import_files(described, names, feeds, store.history, context=context, is_partial=False, keep=keep)


def written(file: Path, *rows: str) -> Path:
    file.write_text(HEAD + "".join(rows), encoding="utf-8")
    return file


def test_rows_of_several_days_give_a_snapshot_each(facts: Facts, store: Store, tmp_path: Path) -> None:
    file = written(tmp_path / "prices.csv", ROW.format(1, "55.04"), ROW.format(8, "44.03"))
    (whole,) = imported(facts, store, file).clouds
    assert (whole.cloud, whole.first, whole.last, whole.days) == ("aws", date(2026, 11, 1), date(2026, 11, 8), 2)
    (series,) = store.history.series()
    assert [str(point.usd_per_hour) for point in series.points] == ["55.04", "44.03"]


MOST_UNREAD = 5  # of these a whole file is refused
SHOWN = st.lists(st.sampled_from(["55.04", "55.3", "44.03", "60", "7", "9000", "", "0"]), min_size=2, max_size=9)


@settings(max_examples=examples(30))
@given(st.dictionaries(st.sampled_from(["us-east-1", "us-west-2", "eu-west-1"]), SHOWN, min_size=1))
def test_what_is_believed_of_many_days_is_the_same_in_one_file_and_day_by_day(shown: dict[str, list[str]]) -> None:
    """Also of days that lack a price, and of figures that are none: they say nothing of other days."""
    assume(sum(usd in ("9000", "0") for prices in shown.values() for usd in prices) < MOST_UNREAD)
    days = [
        ROW.format(day, "12").replace("us-east-1", "us-west-1")
        + "".join(
            ROW.format(day, prices[day - 1]).replace("us-east-1", region)
            for region, prices in shown.items()
            if day <= len(prices)
        )
        for day in range(1, 10)
    ]
    kept = []
    with TemporaryDirectory() as folder:
        for together in (True, False):
            with Store(Path(folder) / f"{together}.db", lambda: 0.0) as store:
                for place, rows in enumerate(["".join(days)] if together else days):
                    file = written(Path(folder) / f"{place}.csv", rows)
                    imported(FACTS, store, file, keep=partial(keep, FACTS, store.history))
                held = held_back(FACTS, store.history, DAY)
                kept.append(sorted(standings(store.history, DAY, held), key=repr))
    assert kept[0] == kept[1]


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
