"""What is known about a chip, a library or a term: the cited passages that answer best."""

from __future__ import annotations

from collections.abc import Iterable

from engine.answers.model import FactAnswer
from engine.answers.passages import BARE, nearest, passages
from engine.base.reason import Reason
from engine.forms.compare import on_named
from engine.forms.fit import FIT
from engine.forms.form import Asked, Form, asks_else, question_of
from engine.forms.parts.achieved import achieved
from engine.forms.parts.doubts import SizeUnsaid
from engine.forms.per_unit.pair import pair
from engine.forms.per_unit.rates import says_amount
from engine.forms.per_unit.sides import two_words
from engine.forms.told.mfu import of_mfu
from engine.forms.ways.beside import ways_beside
from engine.options.named import called_by
from engine.workload.question import FormCues

NEAREST = 2
WORK = frozenset({"task"})
OURS = frozenset({"of_cards", "no_room", "memory_error", "of_this_model"})  # cues of our matters, whatever is asked
COSTS, TRAINS = frozenset({"asks_cost", "asks_time"}), "training_words"  # cues that are ours together
WHICH = frozenset({"choice", "which_hardware", "which_way"})  # cues
HOLDS = frozenset({"fit", "fit_word", "training_words"})  # cues
NO_HOLDS = frozenset({"mfu", "asks_time", "token_speed"})  # cues of questions of speed
OWN = frozenset({"parameters", "model", "steps", "seconds_per_step", "samples", "epochs"})  # slots of one's own work
PLACED = frozenset({"parameters", "candidates"})
OF_ROOM = frozenset({"fit", "able", "which", "slow"})  # predicates that the memory of a model answers
OF_WORK = frozenset({"task", "method", "chip_memory_gb"})  # slots of somebody who has work to place


class NothingHeld(Reason, code="nothing_held"):
    """No entry answers it; `near`: the nearest entries are shown; `named`: what is held of the things named is."""

    near: bool
    named: bool = False


class WhichIsMeant(Reason, code="which_is_meant"):
    """It is about work on accelerators, and neither the model nor the hardware was said."""


class NeedsSize(Reason, code="needs_size"):
    """What it takes depends on a size that was not said."""


class WhichModel(Reason, code="which_model"):
    """The model and what is done with it."""


def is_asked(seen: FormCues) -> bool:
    """A question that asks for no choice, and that none of the forms before answers."""
    if seen.has("mfu") and seen.asks and seen.specific + seen.instances > 0:
        return True
    return seen.intent == "advise" and not seen.before and asks_else(seen.cues, seen.profile)


def is_intent(seen: FormCues) -> bool:
    """A question about a thing and not about a workload; weak cues count only if nothing else is asked."""
    if seen.has("keep"):
        return False
    if (
        seen.has("which_type", "asks_machine")
        and seen.has("for_less")
        and (seen.says("task") or seen.says("variant"))
    ):
        return False  # "what is the cheapest machine to fine-tune a 7B?", "... GPU that can run DeepSeek-R1?"
    if seen.has("explain_strong") and seen.workload_slots <= 2:
        return True
    sized = (
        seen.profile.parameters is not None and seen.workload_slots <= 3 and not seen.has("first_person", "advise")
    )
    if seen.asks_fact and seen.own_slots <= sized:  # the size of a model may be part of a fact
        return not seen.has("first_person") or not seen.workload_slots
    nothing = not seen.profile.stated() and not seen.signals
    return not seen.has("advise") and (nothing or (seen.has("explain") and seen.workload_slots <= 1))


def _lacks_size(asked: Asked) -> bool:
    """Whether it asks what work takes, of a model that was not said."""
    said, cues = asked.profile.stated(), asked.reading.cues
    sized = "parameters" in said or "model" in said
    works = not OF_WORK.isdisjoint(said) or "memory_error" in cues
    asks = "other_question" in cues and "fit_strong" in cues and asked.reading.intent != "followup"
    return asks and works and not sized


def _chooses_by_rule(asked: Asked) -> bool:
    """Whether a choice is asked for, and a rule decides it by what was said of the team or of the work."""
    cues = asked.reading.cues
    return "choice" in cues and "explain_strong" not in cues and bool(asked.rules)


def _sets_two(asked: Asked) -> bool:
    """Whether advice has something to say of the two chips that are set against each other."""
    question = question_of(asked)
    return bool(two_words(question)) and (says_amount(asked.profile) or pair(question) is not None)


def answer(asked: Asked) -> FactAnswer | None:
    """The verdict stands below where work on a named machine is chosen for; another question gets no choice."""
    if beside := ways_beside(asked.reading, asked.library, asked.day):
        return beside
    if _chooses_by_rule(asked) or ("choice" in asked.reading.cues and _sets_two(asked)):
        return None
    seen = achieved(asked.profile, asked.facts, asked.library.evidence) if "mfu" in asked.reading.cues else ()
    if seen:
        judged = of_mfu(asked.reading, asked.library)
        first, *more = (judged, *seen) if judged else seen
        return FactAnswer(headline=first, sentences=tuple(more), of_told=judged is not None)
    said = set(asked.profile.stated())
    placed = {"task", "parameters"} <= said and bool(said & {"candidates", "instances"})
    placed = placed and "other_question" not in asked.reading.cues and says_amount(asked.profile)
    found = passages(asked.hits, asked.facts, asked.day)
    told = [passage for passage in found if passage.kind not in BARE] or found
    asks_room = bool(asked.reading.sought.predicates) and OF_ROOM.issuperset(asked.reading.sought.predicates)
    if said & OWN and ("explain_strong" not in asked.reading.cues or said >= PLACED or asks_room):
        told = []  # what the work takes is asked, and no entry tells of this work
    if (held := _what_it_holds(asked)) is not None:
        return held
    if (told and not _lacks_size(asked)) or placed:
        return FactAnswer(passages=found, verdict_below=placed)
    if _lacks_size(asked):
        held = FIT.answer(asked) if asked.of_chips.profile.candidates or asked.profile.chip_memory_gb else None
        return held or FactAnswer(headline=NeedsSize(), questions=(WhichModel(),), doubts=(SizeUnsaid(),))
    if said >= WORK and (said & {"parameters", "model"}) and WHICH & set(asked.reading.cues):
        return None  # "what's the best accelerator to pretrain a 3B?": nothing is written of it, and it is a choice
    return held_nearby(asked)


def _what_it_holds(asked: Asked) -> FactAnswer | None:
    """How large a model the chips that are named hold, where it is asked whether they do: of cards of one's own."""
    asked = asked.of_chips
    cues, said = set(asked.reading.cues), asked.profile
    chips = {chip.id for chip in called_by(asked.facts, frozenset(said.candidates))}
    rented = any(instance.accelerator in chips for instance in asked.facts.instances.values())
    named = len(said.candidates) == 1 and not rented
    asks = cues & HOLDS and cues.isdisjoint(NO_HOLDS)
    return FIT.answer(asked) if named and asks and not said.parameters and not said.model else None


def which_is_meant(cues: Iterable[str]) -> FactAnswer | None:
    """The question back where work on accelerators is spoken of, whatever is asked of it; None where none is."""
    shown = frozenset(cues)
    if OURS.isdisjoint(shown) and (TRAINS not in shown or COSTS.isdisjoint(shown)):
        return None
    return FactAnswer(headline=WhichIsMeant(), questions=(WhichModel(),), doubts=(SizeUnsaid(),))


def held_nearby(asked: Asked) -> FactAnswer:
    """The entries nearest to it, and what is held of what it names, where no form answers a text."""
    near, (lines, table) = nearest(asked.hits, asked.facts, asked.day, NEAREST), on_named(asked)
    sums = table is not None and table.words == FIT.id
    asks_back = None if asked.profile.candidates else which_is_meant(asked.reading.cues)
    if not near and not lines and asks_back is not None:
        return asks_back
    predicates = asked.reading.sought.predicates
    if sums and predicates and OF_ROOM.issuperset(predicates):
        return FactAnswer(headline=lines[0], sentences=lines[1:], table=table)  # what a model takes answers it
    held = NothingHeld(near=bool(near), named=bool(lines))
    return FactAnswer(headline=held, sentences=lines, table=table, passages=near)


EXPLAIN = Form(
    id="explain",
    intent="explain",
    is_asked=is_asked,
    is_intent=is_intent,
    answer=answer,
    first_line="explain",
    searches=True,
    facts_below_advice=True,
    says="answer",
    lasts=False,
    of_turn=True,
    prices_decide=False,
)
