"""Which days of a verdict's history are worth a line."""

from __future__ import annotations

from datetime import timedelta

from bot.watch.history import Then, shown, turns
from engine.impact.verdict_figures import VerdictFigures
from tests.day import DAY

PLAIN = VerdictFigures("gpu", "a", 1.0, saving_usd=1000.0, break_even_runs=120.0)


def through(*figures: VerdictFigures) -> tuple[Then, ...]:
    return tuple(Then(DAY + timedelta(days=day), each) for day, each in enumerate(figures))


def test_the_first_the_last_and_what_differs_from_the_day_before() -> None:
    points = through(PLAIN, PLAIN, PLAIN._replace(lean="trainium"), PLAIN._replace(lean="trainium"), PLAIN, PLAIN)
    assert [(point.day - DAY).days for point in turns(points)] == [0, 2, 4, 5]


def test_a_difference_below_what_is_shown_is_none() -> None:
    """120 and 120.4 runs are both shown as 120."""
    points = through(PLAIN, PLAIN._replace(break_even_runs=120.4), PLAIN)
    assert [(point.day - DAY).days for point in turns(points)] == [0, 2]


def test_one_day_is_one_line() -> None:
    assert turns(through(PLAIN)) == through(PLAIN)


def test_the_saving_is_drawn_only_where_nothing_ever_breaks_even() -> None:
    never = PLAIN._replace(break_even_runs=None)
    assert shown(through(never, PLAIN)) == "break_even"
    assert shown(through(never, never)) == "saving"
