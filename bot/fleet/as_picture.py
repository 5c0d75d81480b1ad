"""A picture of a plan: what is billed in each month, by what it is paid for, with the budget of a month."""

from __future__ import annotations

from pathlib import Path

from bot.card.as_picture import COLOURS, FORMATS, INK, canvas, in_dollars
from bot.fleet.planner import Planned
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.fleet.plan import by_month

WORDS = "words/plan.j2"
MORE_COLOURS = ("#e69f00", "#56b4e9", "#f0e442", "#000000")  # the rest of Okabe and Ito
HATCHES = ("", "//", "..", "xx")


def plan_chart(planned: Planned, path: Path) -> str:
    """Draw the plan's months into `path` (.png or .svg); returns the picture in words.

    Raises:
        UserError: there is no plan, no matplotlib, or the file cannot be written as asked.
    """
    if path.suffix.lower() not in FORMATS:
        raise UserError("bad_picture", path=str(path), formats=FORMATS)
    found = by_month(planned.plan) if planned.plan else {}
    paid = {say(WORDS, "chart_line", *key): usd for key, usd in found.items()}
    if not paid:
        raise UserError("no_plan_picture")
    figure, axes = canvas()
    in_dollars(axes)
    months = range(1, planned.asked.months + 1)
    below = [0.0] * len(months)
    colours = (*COLOURS, *MORE_COLOURS)
    for place, (name, usd) in enumerate(paid.items()):
        hatch = HATCHES[place // len(colours) % len(HATCHES)]
        axes.bar(months, usd, bottom=below, color=colours[place % len(colours)], hatch=hatch, label=name, width=0.8)
        below = [low + each for low, each in zip(below, usd, strict=True)]
    limit = planned.asked.budget.monthly_usd
    if limit is not None:
        axes.axhline(limit, color=INK, linestyle="--", linewidth=1, label=say(WORDS, "chart_budget"))
    axes.set_xlim(0.4, len(months) + 0.6)
    axes.set_ylim(0, max(*below, limit or 0.0) * 1.35)
    axes.set_xlabel(say(WORDS, "chart_x"), color=INK)
    axes.set_ylabel(say(WORDS, "chart_y"), color=INK)
    axes.set_title(say(WORDS, "chart_title", len(months)), loc="left", color=INK, fontsize=11)
    axes.legend(loc="upper left", frameon=False, fontsize=8, ncols=2)
    try:
        figure.savefig(path, dpi=160, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as problem:
        raise UserError("unwritable_file", path=str(path), reason=problem.strerror or "") from None
    return say(WORDS, "in_words", paid)
