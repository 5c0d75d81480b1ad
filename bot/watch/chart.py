"""The break-even of one verdict over time, as a chart."""

from __future__ import annotations

from pathlib import Path

from bot.card.as_picture import COLOURS, FAINT, FORMATS, INK, PAPER, canvas, in_dollars
from bot.watch.history import DatedFigures, shown, turning_points
from bot.wording.errors import UserError
from bot.wording.words import say

WORDS = "words/watch.j2"


def in_words(points: tuple[DatedFigures, ...], runs: float, serving: bool) -> str:
    """The chart in words, for alt text."""
    return say(WORDS, "chart_in_words", shown(points), turning_points(points), runs, serving)


def chart(points: tuple[DatedFigures, ...], runs: float, serving: bool, path: Path) -> str:
    """Draws the chart into `path` (.png or .svg) and returns it in words. A gap: no break-even on that day.

    Raises:
        UserError: fewer than two days, or the file cannot be written as asked.
    """
    if path.suffix.lower() not in FORMATS:
        raise UserError("bad_picture", path=str(path), formats=FORMATS)
    kind = shown(points)
    values = [point.figures.break_even_runs if kind == "break_even" else point.figures.saving_usd for point in points]
    if len(points) < 2 or all(value is None for value in values):
        raise UserError("no_watch_picture")
    figure, axes = canvas()
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num

    axes.set_facecolor(PAPER)
    days = [float(date2num(point.day)) for point in points]  # type: ignore[no-untyped-call]
    heights = [float("nan") if value is None else value for value in values]
    axes.step(days, heights, where="post", color=FAINT, linewidth=1.5)
    leans = dict.fromkeys(point.figures.lean for point in points)
    for colour, lean in zip(COLOURS, leans, strict=False):
        marks = [(day, y) for day, y, point in zip(days, heights, points, strict=True) if point.figures.lean == lean]
        label = say(WORDS, "lean", lean)
        axes.plot([day for day, _ in marks], [y for _, y in marks], "o", color=colour, markersize=6, label=label)
    never = [day for day, value in zip(days, values, strict=True) if value is None]
    if never and kind == "break_even":
        top = [1.0] * len(never)
        label, over = say(WORDS, "chart_never"), axes.get_xaxis_transform()
        axes.plot(never, top, "x", color=INK, markersize=5, transform=over, clip_on=False, label=label)
    axes.set_xlim(days[0], days[-1])
    if kind == "break_even":
        label = say(WORDS, "chart_asked", runs, serving)
        axes.axhline(runs, color=INK, linewidth=1, linestyle="--", label=label)
    else:
        in_dollars(axes)
    locator = AutoDateLocator()  # type: ignore[no-untyped-call]
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))  # type: ignore[no-untyped-call]
    if not any(value is not None and value < 0 for value in values):
        axes.set_ylim(bottom=0)
    axes.set_ylabel(say(WORDS, "chart_y", kind, serving), color=INK)
    axes.set_title(say(WORDS, "chart_title", kind), loc="left", color=INK, fontsize=11)
    axes.legend(loc="best", frameon=False)
    try:
        figure.savefig(path, dpi=160, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as problem:
        raise UserError("unwritable_file", path=str(path), reason=problem.strerror or "") from None
    return in_words(points, runs, serving)
