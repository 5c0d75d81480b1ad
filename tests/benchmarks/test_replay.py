"""A replay of files made here: a cut is told once on any weekday, and a slip of two days on none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from benchmarks.hindsight import levels_of
from benchmarks.price_files import PriceFile
from benchmarks.replay import Limits, Replay, read_every, report, statements
from knowledge.facts import Facts
from tests.share import examples

FIRST = datetime(2026, 4, 6, 7, tzinfo=UTC)  # a Monday
HEAD = "instance_name,location,price,gpu_count,gpu_name,spot"
NAMES = ("p5.48xlarge", "p4d.24xlarge", "g6.48xlarge", "trn1.32xlarge")


def files(*usd: float) -> list[PriceFile]:
    """A file a day; the p5 costs that, the others the same all along."""
    found = []
    for number, price in enumerate(usd):
        rows = [f"{name},us-east-1,{price if name == NAMES[0] else 21.5},8,H100,False" for name in NAMES]
        found.append(PriceFile(FIRST + timedelta(number), "\n".join((HEAD, *rows, "")).encode()))
    return found


@pytest.mark.parametrize("weekday", range(examples(7)) if examples(7) < 7 else range(7))
def test_a_cut_is_told_once_and_a_slip_never(facts: Facts, tmp_path: Path, weekday: int) -> None:
    shown = [55.04] * 9 + [70.0] * 2 + [55.04] * 5 + [44.0] * 12
    bare = facts.model_copy(update={"offers": ()})
    replay = Replay(bare, "gpuhunt", "aws", tmp_path / "c.db")
    (channel,) = (one for one in replay.weeks(files(*shown), [weekday]) if one.digests)
    told = [(one.change.before, one.change.after) for one in statements(channel)]
    assert told == [(55.04, 44.0)]
    truth = levels_of(replay.store.history.series())
    line, sums = report(channel, truth, Limits(bare), is_long=False)
    assert "told     1 (list 1), false 0" in line
    assert "'adds up': 1, 'waits': 0, 'apart': 0" in sums and "'told': 1" in sums


def test_somebody_who_looks_every_other_day_reads_the_newest_file() -> None:
    looked = read_every(files(1, 2, 3, 4, 5), "2 days")
    assert [file.content for file in looked] == [file.content for file in files(1, 2, 3, 4, 5)[::2]]
    assert read_every(files(1, 2), "all") == files(1, 2)
