"""A workload as it was said: traffic of every day, runs of every month, or runs whenever they fit."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.fleet.asked import Asked
from engine.fleet.work import work_of
from tests.engine.fleet.made import way, work
from tests.engine.problems import filled


@pytest.mark.parametrize(
    ("text", "rhythm", "units", "total"),
    [
        ("serve Llama 3.1 8B, 5M tokens a day", "serving", (1, 1, 1), 3),
        ("LoRA on Llama 3.1 8B on 100M tokens every week", "monthly", (4, 4, 5), 13),
        ("20 LoRA runs on Llama 3.1 8B on 100M tokens", "in_all", (), 20),
        ("pretrain a 7B model once", "in_all", (), 1),
    ],
)
def test_the_rhythm_is_that_of_the_words(
    advisor: Advisor, text: str, rhythm: str, units: tuple[int, ...], total: float
) -> None:
    found = work_of(Asked(name="w", text=text), filled(advisor, text), 3, (), ())
    assert (found.rhythm, found.units, found.total) == (rhythm, units, total)


def test_only_the_months_of_a_workload_have_units(advisor: Advisor) -> None:
    text = "serve Llama 3.1 8B, 5M tokens a day"
    found = work_of(Asked(name="w", text=text, from_month=3, to_month=9), filled(advisor, text), 6, (), ())
    assert [found.units_of(month) for month in range(1, 8)] == [0, 0, 1, 1, 1, 1, 0]


def test_serving_begins_with_a_month_and_a_run_where_it_fits() -> None:
    late = way("t", hours=100.0, lead_days=27.0)  # 648 h: 82 are left of month 1
    assert [work("s", [late], units=(1, 1), rhythm="serving").fits(late, month) for month in (1, 2)] == [False, True]
    runs = work("w", [late], units=(1, 1))
    assert [runs.fits(late, month) for month in (1, 2)] == [False, True]
    assert runs.is_whole(late)


def test_a_deadline_ends_work_that_is_done_once_and_not_what_comes_every_month() -> None:
    soon = way("g", hours=10.0)
    once = work("w", [soon], total=1, rhythm="in_all", last=3, deadline_days=20.0)
    weekly = work("w", [soon], units=(4, 4, 4), deadline_days=20.0)
    assert [once.fits(soon, month) for month in (1, 2, 3)] == [True, False, False]
    assert [weekly.fits(soon, month) for month in (1, 2, 3)] == [True, True, True]


def test_a_migration_is_shared_by_target_and_model_family() -> None:
    ported, plain = way("t", port_usd=5.0, target="neuron"), way("g")
    assert work("w", [ported]).port_key(ported) == ("neuron", "llama", "")
    assert work("w", [plain]).port_key(plain) is None
