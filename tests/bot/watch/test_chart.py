"""A verdict through time as a picture, and the picture in words."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from matplotlib.axes import Axes

from bot.watch.chart import chart
from bot.watch.history import DatedFigures
from bot.wording.errors import UserError
from engine.impact.verdict_figures import VerdictFigures
from tests.day import DAY


def then(days: int, *, even: float | None = None, saving: float | None = None) -> DatedFigures:
    figures = VerdictFigures("gpu", "a", 1.0, saving_usd=saving, break_even_runs=even, runs=150)
    return DatedFigures(DAY + timedelta(days=days), figures)


@pytest.mark.parametrize("name", ["v.png", "v.svg"])
def test_two_days_give_a_chart_and_its_alt_text(tmp_path: Path, name: str) -> None:
    said = chart((then(0, even=120.0), then(7)), 150, False, tmp_path / name)
    assert "2026-11-21" in said and "120" in said
    assert (tmp_path / name).stat().st_size > 1000


@pytest.mark.parametrize(("saving", "bottoms"), [(-50_000.0, []), (50_000.0, [0])])
def test_the_axis_starts_at_zero_unless_the_saving_is_negative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saving: float, bottoms: list[int]
) -> None:
    """What costs more lies below zero, and would be cut off."""
    asked: list[int] = []
    original = Axes.set_ylim

    def noted(self: Axes, *values: object, **named: object) -> object:
        if set(named) == {"bottom"}:
            asked.append(0)
        return original(self, *values, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Axes, "set_ylim", noted)
    chart((then(0, saving=saving), then(7, saving=20_000.0)), 150, False, tmp_path / "v.svg")
    assert asked == bottoms


@pytest.mark.parametrize("points", [(then(0, even=120.0),), (then(0), then(7))])
def test_one_day_or_no_figures_give_no_chart(tmp_path: Path, points: tuple[DatedFigures, ...]) -> None:
    with pytest.raises(UserError) as refused:
        chart(points, 150, False, tmp_path / "v.png")
    assert refused.value.code == "no_watch_picture"


def test_an_unsupported_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError) as refused:
        chart((then(0, even=1.0), then(7, even=2.0)), 150, False, tmp_path / "v.gif")
    assert refused.value.code == "bad_picture"
