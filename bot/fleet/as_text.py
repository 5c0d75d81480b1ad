"""A plan as text, for a terminal and for pipes."""

from __future__ import annotations

from bot.card.as_text import WIDTH, hang, wrap
from bot.fleet.planner import Planned
from bot.fleet.shown import shown
from bot.wording.printable import printable


def plan_text(planned: Planned, width: int = WIDTH) -> str:
    """The headline, then each label with its sentences beside it, in printable characters only."""
    made = shown(planned)
    lines = [wrap(printable(made.headline), width), ""]
    for section in made.sections:
        for number, sentence in enumerate(section.sentences):
            label = printable(section.label) if not number else ""
            lines.append(hang(printable(sentence), label, width))
    return "\n".join(line.rstrip() for line in lines) + "\n"
