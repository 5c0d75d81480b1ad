"""The scores of a backtest, worked by hand."""

from __future__ import annotations

import pytest

from engine.base.interval import Interval
from engine.base.unpredictable import UnknownChip
from engine.library import Library
from engine.speed.backtest import BacktestRow, Outcome, backtest, score, worst
from knowledge.loading.load import load
from tests.engine.run_configs import run_config


def outcome(name: str, likely: float, measured: float | None, group: str = "g") -> Outcome:
    return Outcome(
        name, run_config(id=name), group, Interval(0.7 * likely, likely, 1.4 * likely), measured, False, False
    )


HELD = [outcome("a", 110, 100), outcome("b", 150, 100), outcome("c", 95, 100, "h"), outcome("d", 50, None, "h")]


def test_errors_of_three_rows_in_two_groups() -> None:
    """10, 50 and 5 percent off: median 10, two of three within 20. Groups: 30 and 5, so 17.5; one of two within 20.

    100 lies within 77 to 154 and 66 to 133, not within 105 to 210.
    """
    result = score(HELD)
    assert result is not None
    assert (result.rows, result.groups) == (3, 2)
    assert result.median_error == pytest.approx(0.10)
    assert result.within_20 == pytest.approx(2 / 3)
    assert result.inside_80 == pytest.approx(2 / 3)
    assert result.group_median_error == pytest.approx(0.175)
    assert result.group_within_20 == pytest.approx(0.5)


def test_without_a_measured_row_there_is_no_score() -> None:
    assert score(HELD[3:]) is None


def test_half_is_as_far_off_as_double() -> None:
    held = [outcome("twice", 200, 100), outcome("third", 33, 100), outcome("near", 101, 100)]
    assert [one.id for one in worst(held, 2)] == ["third", "twice"]


def test_rows_that_cannot_be_predicted_have_a_reason() -> None:
    asked = [
        BacktestRow("r", UnknownChip(chip="x")),
        BacktestRow("ok", run_config(), "g", 1e4),
    ]
    report = backtest(asked, Library(load()))
    assert [(row.id, row.because.code) for row in report.skipped] == [("r", "unknown_chip")]
    assert [(row.id, row.measured, row.seen) for row in report.outcomes] == [("ok", 1e4, False)]
