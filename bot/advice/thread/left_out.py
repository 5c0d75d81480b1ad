"""A machine that a turn names, and that the first line of its answer does not show: why it is of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.advice.thread.answered import Answered
from bot.advice.thread.first_line import first_words
from bot.advice.thread.heeds import LEADING, NONE
from bot.advice.thread.pair import between
from bot.wording.reasons import fact
from bot.wording.words import say
from engine.forms.again.unfollowed import WRITTEN
from engine.forms.turned.about import named_in
from engine.options.named import called_by
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Reading
from engine.workload.subject import Subject
from knowledge.facts import Facts

A = TypeVar("A", bound=Answered)
QUESTIONS = "words/turn_questions.j2"
SUMMED = frozenset({"estimate", "serving", "choose"})  # forms whose answer is of what holds the work
FITS = frozenset({"fits_there"})  # codes of what is no cause
SIDES = frozenset({"choose", "compare"})  # forms that weigh what was named


def left_out(answer: A, before: Reading, alone: Reading, ask: Callable[..., A], facts: Facts, words: Vocabulary) -> A:
    """The answer; below that the machine does not hold the work, where it was worked out for another because of that,
    and where it is advice how the machine compares with what was told."""
    named, first = named_in(alone, facts), answer.facts.headline
    if (
        len(named) != 1
        or (first is not None and first.code in NONE | WRITTEN)
        or _shows(answer, named[0], alone, facts)
    ):
        return answer
    chip = facts.accelerators[named[0].chip].name if named[0].chip in facts.accelerators else ""
    if answer.form.id in SUMMED:
        placed = ask(say(QUESTIONS, "holds", named[0], chip), before=answer.reading)
        why = placed.facts.headline
        if why is not None and why.code not in NONE | WRITTEN | FITS and _shows(placed, named[0], alone, facts):
            return answer.model_copy(update={"facts": answer.facts.headed(why)})
    if answer.form.id in SIDES and before.first.about:
        whole = ask(between("cheaper", named[0], before.first.about[0], before, facts, words))
        line = whole.facts.headline
        if line is not None and line.code not in NONE | WRITTEN and _shows(whole, named[0], alone, facts):
            return whole.model_copy(update={"question": answer.reading.text, "before": before})
    return answer


def _shows(answer: Answered, one: Subject, alone: Reading, facts: Facts) -> bool:
    """Whether the line names it, a machine of its chip, or another form of the chip: an H100 NVL is an H100."""
    forms = {one.chip, *(form.id for form in called_by(facts, frozenset(alone.profile.candidates)))}
    types = [kind.id for kind in facts.instances.values() if kind.accelerator in forms]
    names = [one.instance, *types, *(facts.accelerators[name].name for name in forms if name in facts.accelerators)]
    line = " ".join((*map(fact, answer.facts.unpriced), first_words(answer)))
    return any(name.removeprefix(LEADING) in line for name in names if name)
