"""What is held of what was named, for a question that nothing answers: figures of its chips, what its model takes."""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.model import AnswerTable
from engine.base.reason import Reason
from engine.forms.compare import figures
from engine.forms.fit import FIT
from engine.forms.form import Asked

LINES = 2  # of what a model takes; the table has the rest


class OnNamed(NamedTuple):
    """Lines and a table; no lines where nothing of ours was named."""

    lines: tuple[Reason, ...] = ()
    table: AnswerTable | None = None


def on_named(asked: Asked) -> OnNamed:
    """What the model that was said takes, on the chips that were named; else the figures of these chips."""
    said = asked.profile
    sized = (said.parameters is not None or said.model is not None) and not asked.reading.unheld
    chips = figures(asked) if said.candidates or said.instances or said.current_instances else None
    told = FIT.answer(asked) if sized else None
    if told is not None and told.headline is not None:
        lines = (told.headline, *told.sentences[: LINES - 1], *((chips[0],) if chips else ()))
        return OnNamed(lines, told.table.model_copy(update={"words": FIT.id}) if told.table else None)
    if chips is None:
        return OnNamed()
    lead, table = chips
    return OnNamed((lead,), table)
