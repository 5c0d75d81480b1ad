"""The answer where what would stand first is not what is asked: what is held of that, else that it is not held.

Nothing of what was worked out stays: no figure, purchase or verdict stands where nobody asked for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.domains.of_kind import Decides
from engine.forms.faqs.runs_there import runs_there
from engine.forms.faqs.written import as_told, is_answered, written_instead
from engine.forms.form import Asked, Form
from engine.forms.kinds.kind import work_of
from engine.forms.registry import form_named
from engine.forms.told.theirs import NotTheirs, WhereTheirs, WhichTheirs
from engine.forms.unheld.named import with_named
from engine.forms.unsure.support import RENTED, is_asked_there, is_supported
from engine.workload.conditions import FAMILIES
from knowledge.facts import Faq

NAMED = 3  # things named
OF_MONEY = frozenset({"dollars", "which", "compare", "commit"})  # predicates that a price has part in
UNPRICED = frozenset({"not_priced"})  # the code of a line on the price of another chip
USED, SLOW, SUPPORT = "used", "slow", "support"
ENDED, RENT_TODAY = "ended", "rent_today"  # codes of what is said of cards that software has left behind
CHOSEN = frozenset({"which_hardware"})  # cues of a choice between the two
COSTS, BOUNDS = "pair_costs", "pair_bounds"  # codes
MONEY = frozenset({"dollars", "which", "commit", "judge"})  # predicates that the price of a unit answers
UNKNOWN = "work_unknown"  # the code of a first line that gives no sum
CARBON, ELECTRICITY = "carbon", "electricity"  # a predicate, and a kind of what is told
EMITTED = frozenset({"carbon", "carbon_strong"})  # cues
HELD = {
    "slow": "slow",
    "rate": "speed",
    "carbon": ELECTRICITY,
    "hours": "hours",
    "dollars": "dollars",
}  # predicate -> kind of what is told
# of it whatever it is about, the plainest first

Wants = Literal["", "why", "meaning", "effect", "support", "rate", "compare", "which", "fit", "hours", "dollars"]
ORDER: tuple[Wants, ...] = (
    "why",
    "meaning",
    "effect",
    "support",
    "rate",
    "which",
    "compare",
    "fit",
    "hours",
    "dollars",
)


class NotHeldOf(Reason, code="not_held_of"):
    """The first line: what was understood of the matter, and that what is asked of it is not held, or not read."""

    names: tuple[str, ...]
    wants: Wants


class WhatIsAsked(Reason, code="what_is_asked"):
    """The one thing that would settle it."""

    wants: Wants


def as_asked(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer; where the sentences that ask ask for something else, the answer to that.

    A model that was named and whose size is not held is named in it.
    """
    if form.asks_nothing or asked.reading.by_hand:
        return form, stated
    if stated.headline is not None and stated.headline.code == ENDED:
        return _below_ended(form, stated, asked)
    stated = _by_data_sheets(stated, asked)
    unknown = stated.headline is not None and stated.headline.code == UNKNOWN
    if unknown and USED in asked.reading.sought.predicates:
        return form_named("explain"), with_named(_theirs(), asked.reading, asked.facts.faqs)
    if is_supported(form.id, stated, asked):
        return form, with_named(_without_unasked(stated, asked), asked.reading, asked.facts.faqs)
    return form_named("explain"), with_named(instead(stated, asked), asked.reading, asked.facts.faqs)


def _by_data_sheets(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """Of two chips worked out for a size that nobody said, where no price is asked: what their data sheets say."""
    first = stated.headline
    bounds = next((line for line in stated.sentences if line.code == BOUNDS), None)
    assumed = first is not None and first.code == COSTS and first.values.get("parameters")
    chosen = set(asked.reading.cues) >= CHOSEN or not asked.reading.sought.predicates
    if (
        not assumed
        or bounds is None
        or chosen
        or stated.lean
        or not MONEY.isdisjoint(asked.reading.sought.predicates)
    ):
        return stated
    return FactAnswer(headline=bounds, questions=stated.questions, doubts=stated.doubts, lean=stated.lean)


def _below_ended(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """That nothing current runs on what was named, above the answer to what is asked."""
    below = [line for line in stated.sentences if line.code not in (ENDED, RENT_TODAY)]
    if not below:
        return form, _without_unasked(stated, asked)
    rest = stated.model_copy(update={"headline": below[0], "sentences": tuple(below[1:])})
    form, told = as_asked(form, rest, asked)
    kept = tuple(line for line in stated.sentences if line.code in (ENDED, RENT_TODAY))
    lines = (*kept, *((told.headline,) if told.headline else ()), *told.sentences)
    return form, _without_unasked(told.model_copy(update={"headline": stated.headline, "sentences": lines}), asked)


def _without_unasked(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """Without machines to rent and what is not priced, where a sentence asks and neither a choice nor a price."""
    sought = asked.reading.sought
    if not sought.asks or not sought.predicates or not OF_MONEY.isdisjoint(sought.predicates) or stated.verdict_below:
        return stated
    sentences = tuple(line for line in stated.sentences if line.code not in RENTED | UNPRICED)
    unpriced = tuple(line for line in stated.unpriced if line.code not in UNPRICED)
    if (sentences, unpriced) == (stated.sentences, stated.unpriced):
        return stated
    return stated.model_copy(update={"sentences": sentences, "unpriced": unpriced})


def instead(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """A written answer to what is asked, what holds whatever it is about, or that nothing is held."""
    predicates = frozenset(asked.reading.sought.predicates)
    if (faq := next(_written(stated, asked), None)) is not None:
        first, more, cannot = as_told(faq, faq.more)
        return FactAnswer(headline=first, sentences=(*more, *cannot))
    work = work_of(asked.reading, asked.library)
    if SLOW in predicates and "compare" not in predicates and work and (idle := work.cell("idle")):
        return FactAnswer(headline=Decides(text=idle.text, cites=idle.cites), of_kind=True)
    if USED in predicates:
        return _theirs()
    kind = next((kind for name, kind in HELD.items() if name in predicates), "")
    if kind == ELECTRICITY and MONEY.isdisjoint(predicates) and not EMITTED.isdisjoint(asked.reading.cues):
        first, more, cannot = as_told(faq := _of_emissions(asked), faq.more)
        return FactAnswer(headline=first, sentences=(*more, *cannot))
    if (held := written_instead(frozenset({kind}), asked.facts)) is not None:
        asked_back = stated.questions if stated.unsure else ()
        sentences = (*held.sentences, *_of_two(stated, asked))
        return held.model_copy(update={"sentences": sentences, "questions": asked_back})
    wants: Wants = next((name for name in ORDER if name in predicates), "")
    return FactAnswer(
        headline=NotHeldOf(names=tuple(named_in(asked))[:NAMED], wants=wants),
        sentences=runs_there(asked) if wants == SUPPORT else (),
        questions=(WhatIsAsked(wants=wants),),
        unsure=True,
    )


def _of_emissions(asked: Asked) -> Faq:
    """What is written of how much is emitted, whatever the work."""
    return next(faq for faq in asked.facts.faqs.values() if faq.is_predicate and CARBON in faq.answers)


def _theirs() -> FactAnswer:
    return FactAnswer(headline=NotTheirs(), sentences=(WhereTheirs(),), questions=(WhichTheirs(),))


def _of_two(stated: FactAnswer, asked: Asked) -> tuple[Reason, ...]:
    """What a kind of work has on two cards, below what holds of any work, where they are set against each other."""
    sided = stated.of_kind and "compare" in asked.reading.sought.predicates
    return (stated.headline,) if sided and stated.headline is not None else ()


def _written(stated: FactAnswer, asked: Asked) -> Iterator[Faq]:
    """The recurring questions that the sentences which ask ask; of another kind of work those that hold for any, and
    of what is slow those whose cues say so."""
    work = work_of(asked.reading, asked.library)
    first = stated.headline.values.get("text") if stated.headline else None
    shown = frozenset(asked.reading.sought.predicates)
    told = [(asked.facts.faqs[name], share) for name, share in asked.reading.sought.faqs]
    for faq, share in sorted(told, key=lambda one: -len(shown & frozenset(one[0].answers))):
        other = work is not None and not work.is_open and not faq.of_any_work
        other = other or (SLOW in shown and "compare" not in shown and not _is_of_slow(faq))
        fits = is_asked_there(share, asked, instead=True) and is_answered(faq, asked)
        if fits and faq.says != first and not other:
            yield faq


def _is_of_slow(faq: Faq) -> bool:
    return any(SLOW in phrase for group in faq.cues for phrase in group)


def named_in(asked: Asked) -> Iterator[str]:
    """The model, the kind of work and the chips that were read."""
    said, facts = asked.profile, asked.facts
    if model := facts.models.get(said.variant or "") or facts.families.get(said.model or ""):
        yield model.name
    elif work := work_of(asked.reading, asked.library):
        yield work.name
    yield from said.instances
    yield from (facts.accelerators[one].name for one in said.candidates if one in facts.accelerators)
    known = {one for one in said.candidates if one not in facts.accelerators and one not in FAMILIES}
    yield from (one.upper() for one in said.candidates if one in known)
