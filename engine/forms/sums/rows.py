"""The sums of this folder, one line each: the first whose amounts are told and whose quantity is asked answers.

Each replaces a first line that does not tell the same: of such lines `same` has the codes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.forms.chat import CHAT
from engine.forms.form import Asked, Form
from engine.forms.registry import form_named
from engine.forms.sums.buy_beats import buy_beats
from engine.forms.sums.energy_told import energy_told
from engine.forms.sums.equal import equal
from engine.forms.sums.month_held import month_held
from engine.forms.sums.month_offer import month_offer
from engine.forms.sums.paced_count import paced_count
from engine.forms.sums.scaled import scaled
from engine.forms.sums.tokens_for import tokens_for
from engine.workload.profile import FormId

EXPLAIN: FormId = "explain"


class Row(NamedTuple):
    """`work` gives an answer, or None where what it needs was not told; `form` it is shown in; codes of `same`."""

    work: Callable[[Asked], FactAnswer | None]
    form: FormId
    same: frozenset[str] = frozenset()


ROWS: tuple[Row, ...] = (
    Row(equal, EXPLAIN),
    Row(tokens_for, "estimate"),
    Row(energy_told, EXPLAIN, frozenset({"energy_used", "emitted_in_all", "power_drawn"})),
    Row(buy_beats, EXPLAIN),
    Row(month_held, EXPLAIN),
    Row(month_offer, EXPLAIN, frozenset({"owned_or_rent", "own_or_rent"})),
    Row(paced_count, EXPLAIN, frozenset({"cards_busy", "worked_out"})),
    Row(scaled, EXPLAIN, frozenset({"carried_over", "hours_there"})),
)


def sum_asked(asked: Asked) -> tuple[Row, FactAnswer] | None:
    """The first that can answer; of a turn or a form that was filled in none is made."""
    if asked.reading.by_hand or asked.reading.intent == "followup":
        return None
    for row in ROWS:
        made = row.work(asked)
        if made is not None:
            return row, made
    return None


def with_sums(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """The form and the sum, where one is asked that the first line does not tell; else None."""
    if form.id == CHAT.id:
        return None
    found = asked.once(sum_asked)
    if found is None:
        return None
    row, made = found
    first = stated.headline
    if first is not None and first.code in row.same:
        return None
    return form_named(row.form), made
