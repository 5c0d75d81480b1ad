"""Where much was not understood, no sum that leaves out part of what is asked stands first: what was understood does.

Sums of the asker's own figures, and what is written, stay: the one cannot miss the question, the other makes no claim
about the asker's work.
"""

from __future__ import annotations

from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.compare import OnNamed, on_named
from engine.forms.faqs.written import RAN_OUT
from engine.forms.form import Asked
from engine.forms.kinds.kind import work_of
from engine.forms.unsure.half_read import short
from engine.forms.unsure.support import SIDES, answers
from engine.forms.unsure.unasked import ORDER, Wants, WhatIsAsked, named_in
from engine.forms.unsure.unplaced import is_unplaced, longest_of, with_unplaced
from engine.workload.conditions import FAMILIES
from engine.workload.profile import FormId, Profile
from engine.workload.question import PAIR

# Predicates that a sum on memory, prices or hours never answers in passing.
HARD = frozenset({"why", "slow", "effect", "meaning", "support", "rate", "used", "hours"})
OF_OTHERS = {  # first lines beside those of `support`, and the predicates they answer
    "depends_on_work": frozenset({"which", "dollars", "compare"}),
    "supported": frozenset({"support", "able"}),
    "support_differs": frozenset({"support", "able"}),
}
OF_SUPPORT = frozenset({"supported", "support_differs"})
HARDEST, UNNAMED = frozenset({"why", "slow", "effect", "meaning"}), "model_unnamed"  # which says that it cannot tell
SHOWN = 2  # things named
THINGS = ("candidates", "instances")
SIDED = frozenset({"which", "compare", "dollars"})  # predicates that data sheets and prices have part in


class Withdrawn(Reason, code="withdrawn"):
    """The first line: what was understood and is asked, and the words that were not understood."""

    names: tuple[str, ...]
    wants: Wants
    stretches: tuple[str, ...]
    more: int


def as_understood(form: FormId, stated: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer, without such a sum, and below what was not understood where that belongs there."""
    return with_unplaced(_without_guess(form, stated, asked), asked.reading, asked.library)


def _without_guess(form: FormId, stated: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer; where it is such a sum below words that were not understood, what was understood instead."""
    reading = asked.reading
    if stated.of_told or not is_unplaced(stated, reading, asked.library) or not _is_guess(form, stated, asked):
        return stated
    predicates = reading.sought.predicates
    wants: Wants = next((name for name in ORDER if name in predicates), "")
    left, shown = longest_of(reading)
    said = asked.profile
    things = {slot: getattr(said, slot) for slot in THINGS}
    alone = replace(asked, reading=reading.model_copy(update={"profile": Profile.model_validate(things)}))
    held = OnNamed() if SIDED.isdisjoint(predicates) else on_named(alone)
    return FactAnswer(
        headline=Withdrawn(
            names=tuple(named_in(asked))[:SHOWN],
            wants=wants,
            stretches=tuple(short(stretch) for stretch in shown),
            more=len(left) - len(shown),
        ),
        sentences=held.lines,
        table=held.table,
        questions=stated.questions or (WhatIsAsked(wants=wants),),
        unsure=True,
    )


def _is_guess(form: FormId, stated: FactAnswer, asked: Asked) -> bool:
    """Whether the first line leaves out what its like never answers, of work that was not all said."""
    first, said = stated.headline, asked.profile
    if first is None or form == "commitment" or not RAN_OUT.isdisjoint(asked.reading.cues):
        return False
    chips = len({*said.candidates, *said.instances} - FAMILIES)
    if first.code in OF_SUPPORT and not chips:
        return True  # of every chip, since none was named
    kinds = OF_OTHERS.get(first.code) or answers(form, stated, asked)
    shown = frozenset(asked.reading.sought.predicates)
    if kinds is None or (HARDEST if first.code == UNNAMED else HARD).isdisjoint(shown - kinds):
        return False
    if first.code in SIDES:
        return chips < PAIR
    work = work_of(asked.reading, asked.library)
    known = bool(said.parameters or said.variant or (work is not None and not work.is_open))
    return not (known and kinds & shown)
