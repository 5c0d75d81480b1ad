"""A turn whose first line would be the one before: what the turn says changes nothing, or was not understood."""

from __future__ import annotations

from typing import TypeVar

from bot.advice.thread.answered import Answered
from bot.advice.thread.first_line import first_words
from bot.advice.thread.thread import Thread
from engine.forms.again.unfollowed import PREDICATES, unread
from engine.forms.explain import EXPLAIN
from engine.forms.kinds.kind import work_of
from engine.forms.quantity.given import tells as tells_units
from engine.forms.turned.turn_same import same_again
from engine.forms.unsure.support import tells
from engine.library import Library
from engine.reading.asking.wants import wants
from engine.workload.profile import Reading

A = TypeVar("A", bound=Answered)
CHOICE, FACTS = (
    frozenset({"which"}),
    frozenset({"support", "fit", "explain"}),
)  # predicates; forms that choose nothing
SUMMED = frozenset({"fit", "estimate", "serving", "choose", "compare", "price", "carbon", "commitment"})  # forms
SILENT = frozenset({"same_again", "turn_unread", "unfollowed", "noted_turn", "turn_bought", "length_left"})  # codes


def _tells(answer: Answered, alone: Reading, library: Library) -> bool:
    """Whether the line tells what the turn asks, as the one before it: "and on how many tokens?"."""
    first, asked = answer.facts.headline, frozenset(alone.sought.predicates)
    told = tells(first, work_of(answer.reading, library)) if first is not None else None
    units = tells_units(first)
    if alone.unread or (asked and asked <= CHOICE and answer.form.id in FACTS):
        return False
    if not asked and not alone.sought.units:
        return told is None and not PREDICATES.isdisjoint(alone.cues)
    return told is None or not asked.isdisjoint(told) or not frozenset(alone.sought.units).isdisjoint(units or ())


def _is_meant(answer: Answered, thread: Thread) -> bool:
    """Whether the turn stood for a question that the same line answers: "is 2 enough?" of two."""
    asked = answer.reading.thread
    same = answer.reading.profile == thread.before.profile
    return same and len(asked) == 1 and asked[0].text != thread.text and asked != thread.before.thread


def unlike(answer: A, thread: Thread) -> A:
    """The answer; where its first line is the one before, that nothing changes, or what was not understood."""
    first, before = answer.facts.headline, thread.before
    if first_words(answer) != before.first.words or (first is not None and first.code in SILENT):
        return answer
    if thread.text.strip() == before.text.strip() or _is_meant(answer, thread):
        return answer
    alone = thread.parse(thread.text)
    wanted = wants(thread.turn, alone, answer.reading)
    asks = wanted is not None and bool(wanted.asks)
    if not asks and (alone.profile.stated() or answer.reading.profile != before.profile):
        plain = {"unheeded": (), "unheeded_decides": False}
        summed = answer.form.id in SUMMED and (wanted is None or not wanted.buys)
        said = frozenset(alone.profile.stated())
        same = same_again(answer.facts, thread.text, summed=summed, said=said)
        return answer.model_copy(update=plain | {"facts": same})
    if _tells(answer, alone, thread.library):
        return answer
    told = {"facts": unread(answer.facts, answer.reading), "form": EXPLAIN, "verdict": None, "changed": None}
    return answer.model_copy(update=told)
