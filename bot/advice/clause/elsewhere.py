"""The sentence that asks something no first line of an answer speaks of, though the facts beside it were used.

Signals, each by itself and whatever the answer is: no chip, machine or seller that every sentence that asks names is
in the line; what the clause asks about, and how it asks, has no word in it (engine/reading/shapes/heads.py); a place,
a budget or a term is set and a line on room or on software tells no place, no money, no time; two chips are weighed
and one is left out; which machine is asked and only what was named comes back; what is usual of a kind of work tells
no "which" and no "how"; and memory that ran out is no question of software. A line that says by itself what it lacks,
and what is written and found by all its cues, are not looked at.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.base.reason import Reason
from engine.forms.faqs.written import ANY_WORK, FaqBeside, FaqTold
from engine.library import Library
from engine.options.named import called
from engine.reading.document import Document, laid_out
from engine.reading.sentences import Span
from engine.reading.shapes.heads import BESIDE, OF_WORK, asked_spans, asks_in_one, foreign, ways
from engine.reading.shapes.named import is_named_in, sides
from engine.reading.shapes.shape import answers_yes_or_no, asks_otherwise, shapes, shown
from engine.reading.vocabulary import Vocabulary
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading

WRITTEN = frozenset({FaqTold.code, FaqBeside.code})
ROOM, SOFTWARE, SUMS = "fit", "support", frozenset({"price", "estimate"})  # forms
BOUNDS = {"region": "place", "budget_usd": "usd", "deadline_days": "time"}  # a slot -> what of a line tells it
USUAL = frozenset({"usual_room", "domain_room", "reported_room"})  # codes on what is usual of a kind of work
RAN_OUT, MEMORY = frozenset({"memory_error", "no_room"}), "gib"  # cues; what of a line tells it
OF_SOFTWARE = frozenset({"support", "able", "compare", "meaning", "used", "judge", "effect", "why"})  # predicates
CHIPS = frozenset({"candidates", "instances"})  # classes of words
SELLERS = frozenset({"clouds", "providers"})  # classes of words
SIDES, OF_KIND = "compare", "domain_decides"  # a form; the code of what is written of a kind of work
KEPT, SEEN = WRITTEN, "symptom"  # codes of what is written whatever is named; how those of what was seen begin
WEIGHED, WHICH = "compare", "which_one"  # a predicate; a way to ask
MACHINES, OR, SERVED = frozenset({"instances"}), "either", "serving"  # a class of words, another; a form
WHOLE = frozenset({"composed", "scale_out"})  # codes of lines that answer by themselves
PAIR = 2
LEFT = "left_gib"  # a field of a first line that says what is left where that is asked


class Part(NamedTuple):
    """What is looked at of the first part of an answer."""

    form: str
    first: Reason | None
    reading: Reading
    advises: bool  # whether a verdict stands in it
    names_unpriced: bool  # whether what is named and not priced stands before its first line
    next_line: str = ""  # what stands right below it, where the other of two that are weighed may be told


def elsewhere(
    part: Part,
    line: str,
    text: str,
    vocabulary: Vocabulary,
    library: Library,
    asks: str,
    earlier: frozenset[str] = frozenset(),
) -> str:
    """Its words; empty where there is none.

    `line`: the first lines of all its parts; `asks`: all sentences that ask; `earlier`: chips a thread was about.
    """
    first = part.first
    if first is not None and first.code in WRITTEN and _is_found(first, part, library):
        return ""
    if first is not None and first.code in WHOLE:
        return ""  # what becomes of each part that was named, or which of two causes the measured paces show
    near, short = (int(library.constants.entry(name).value.likely) for name in ("head_near", "head_short"))
    if clause := foreign(text, line, vocabulary, nearest=near, shortest=short):
        return clause
    if first is None:
        return ""
    said = laid_out(line, vocabulary)
    if bound := _unbound(part, text, shown(line, vocabulary), vocabulary):
        return bound
    shape = shapes(text, vocabulary)
    aside = (
        _names_none(part, text, said, vocabulary, library)
        or _leaves_one_out(part, text, f"{line} {part.next_line}", vocabulary, earlier)
        or _names_no_other(part, text, said, vocabulary)
        or (
            first.code in USUAL
            and ANY_WORK.isdisjoint(name for name, _ in part.reading.sought.faqs)
            and asks_otherwise(text, vocabulary)
            and not any(MEMORY in one.told_by for one in shape)
        )
        or _is_of_software(part, text, line, vocabulary)
        or _asks_another_yes(part, text, line, vocabulary)
    )
    return asks if aside else ""


def _names_none(part: Part, text: str, said: Document, vocabulary: Vocabulary, library: Library) -> bool:
    """Whether each sentence that asks names hardware, and the line none of it; or sellers, and it none of theirs."""
    first = part.first
    if part.advises or first is None or first.code in KEPT or first.code.startswith(SEEN):
        return False
    if part.names_unpriced:
        return False  # what is named and not priced stands before the line
    document = laid_out(text, vocabulary)
    asked = asked_spans(document, int(library.constants.entry("head_short").value.likely))
    if any(document.at(BESIDE, at) is not None for span in asked for at in range(*span)):
        return False  # "what is cheaper than an H100?" is told by others
    told = _hardware(said, _all(said), library)
    if first.code == OF_KIND and part.next_line:
        below = laid_out(part.next_line, vocabulary)
        told |= _hardware(below, _all(below), library)
    each = [_hardware(document, (span,), library) - FAMILIES for span in asked]
    if each and all(each) and (told - FAMILIES or first.code == OF_KIND):
        return not any(_is_same(one, other, vocabulary) for named in each for one in named for other in told)
    sellers = _values(document, asked, SELLERS)
    if part.form != SIDES or not sellers:
        return False
    machines = library.facts.instances.values()
    theirs = {str(one.cloud) for one in machines if one.id in told or one.accelerator in told}
    return sellers.isdisjoint(theirs | _values(said, _all(said), SELLERS))


def _all(document: Document) -> tuple[Span, ...]:
    return ((0, len(document.tokens)),)


def _values(document: Document, spans: tuple[Span, ...], slots: frozenset[str]) -> frozenset[str]:
    inside = (one for one in document.matches if any(first <= one.first < last for first, last in spans))
    return frozenset(str(one.value) for one in inside if one.slot in slots)


def _hardware(document: Document, spans: tuple[Span, ...], library: Library) -> frozenset[str]:
    """The chips and machines that are named there, and the chips of the machines."""
    named = _values(document, spans, CHIPS)
    facts = library.facts
    machines = {facts.instances[one].accelerator for one in named if one in facts.instances}
    return named | machines | {chip.id for one in named - FAMILIES for chip in called(facts, one)}


def _is_same(one: str, other: str, vocabulary: Vocabulary) -> bool:
    return one == other or one in vocabulary.broader(other) or other in vocabulary.broader(one)


def _is_found(line: Reason, part: Part, library: Library) -> bool:
    """Whether so many of its cues stand in the sentences that ask that it is taken to tell what they ask."""
    least = library.constants.entry("head_cues").value.likely
    asked = part.reading.sought.faqs
    return any(share >= least and library.facts.faqs[name].says == line.values["text"] for name, share in asked)


def _unbound(part: Part, text: str, told: frozenset[str], vocabulary: Vocabulary) -> str:
    """The sentence that asks under a bound of which a line on room or on software tells nothing."""
    if part.form not in (ROOM, SOFTWARE):
        return ""
    words = part.reading.words
    for slot, shape in BOUNDS.items():
        said = words.get(slot)
        if said and said in text and shape not in told and (clause := asks_in_one(text, said, vocabulary)):
            return clause
    return ""


def _leaves_one_out(part: Part, text: str, line: str, vocabulary: Vocabulary, earlier: frozenset[str]) -> bool:
    """Whether chips or machines are weighed against each other and the line names but some; one by itself is weighed
    against those of the thread."""
    if _leaves_a_machine_out(part, text, line, vocabulary):
        return True
    if WEIGHED not in part.reading.sought.predicates or part.form == SOFTWARE:
        return False
    if named := sides(text, vocabulary):
        return any(not is_named_in(one, line, vocabulary) for one in named if one not in FAMILIES)
    alone = {str(one.value) for one in laid_out(text, vocabulary).matches if one.slot in CHIPS}
    others = earlier - alone
    return len(alone) == 1 and bool(others) and not any(is_named_in(one, line, vocabulary) for one in others)


def _leaves_a_machine_out(part: Part, text: str, line: str, vocabulary: Vocabulary) -> bool:
    """Whether the sentence that asks says "this machine or that", and a sum is of one."""
    if part.form not in SUMS | {SERVED} or part.advises:
        return False
    document = laid_out(text, vocabulary)
    told = _values(laid_out(line, vocabulary), _all(laid_out(line, vocabulary)), MACHINES)
    for span in asked_spans(document, 0):
        named = [one for one in document.matches if one.slot in MACHINES and span[0] <= one.first < span[1]]
        ways = {str(one.value) for one in named}
        joined = any(document.at(OR, at) is not None for at in range(*span))
        if len(ways) == PAIR and joined and len(ways & told) == 1:
            return True
    return False


def _names_no_other(part: Part, text: str, said: Document, vocabulary: Vocabulary) -> bool:
    """Whether one machine is asked for, and the only one that a price or an estimate is of was named before."""
    if part.form not in SUMS or part.advises or WHICH not in ways(text, vocabulary):
        return False
    named = {str(one.value) for one in said.matches if one.slot in CHIPS}
    profile = part.reading.profile
    return len(named) < PAIR and named <= {*profile.candidates, *profile.instances}


def _is_of_software(part: Part, text: str, line: str, vocabulary: Vocabulary) -> bool:
    """Whether a line tells of software where nothing of it is asked, or where memory ran out."""
    if part.form != SOFTWARE or MEMORY in shown(line, vocabulary):
        return False
    ran_out = any(one.slot == "cue" and one.value in RAN_OUT for one in laid_out(text, vocabulary).matches)
    asked = frozenset(part.reading.sought.predicates)
    return ran_out or (bool(asked) and asked.isdisjoint(OF_SOFTWARE))


def _asks_another_yes(part: Part, text: str, line: str, vocabulary: Vocabulary) -> bool:
    """Whether a yes or a no on room stands first where what asks for one names no work and no number, and shows
    nothing that is asked of work."""
    if part.form != ROOM or part.reading.sought.predicates or not answers_yes_or_no(text, line, vocabulary):
        return False
    if part.first is not None and part.first.values.get(LEFT):
        return False  # whether so little is to be expected
    document = laid_out(text, vocabulary)
    numbers = {one.first for one in document.numbers}
    asked = {at for span in asked_spans(document, 0) for at in range(*span)}
    of_work = any(one.first in asked for one in document.matches if one.slot in OF_WORK)
    return bool(asked) and not of_work and asked.isdisjoint(numbers)
