"""Which days of a verdict's history are worth a line."""

from __future__ import annotations

from datetime import timedelta

from bot.watch.history import DatedFigures, shown, turning_points
from engine.impact.verdict_figures import VerdictFigures
from tests.day import DAY

PLAIN = VerdictFigures("gpu", "a", 1.0, saving_usd=1000.0, break_even_runs=120.0)


def through(*figures: VerdictFigures) -> tuple[DatedFigures, ...]:
    return tuple(DatedFigures(DAY + timedelta(days=day), each) for day, each in enumerate(figures))


def test_turning_points_are_the_first_the_last_and_every_change() -> None:
    points = through(PLAIN, PLAIN, PLAIN._replace(lean="trainium"), PLAIN._replace(lean="trainium"), PLAIN, PLAIN)
    assert [(point.day - DAY).days for point in turning_points(points)] == [0, 2, 4, 5]


def test_a_difference_lost_in_rounding_is_not_a_turning_point() -> None:
    """120 and 120.4 runs are both shown as 120."""
    points = through(PLAIN, PLAIN._replace(break_even_runs=120.4), PLAIN)
    assert [(point.day - DAY).days for point in turning_points(points)] == [0, 2]


def test_one_day_is_one_turning_point() -> None:
    assert turning_points(through(PLAIN)) == through(PLAIN)


def test_the_saving_is_charted_only_if_there_is_never_a_break_even() -> None:
    never = PLAIN._replace(break_even_runs=None)
    assert shown(through(never, PLAIN)) == "break_even"
    assert shown(through(never, never)) == "saving"
