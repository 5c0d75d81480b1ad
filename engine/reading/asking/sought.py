"""What the sentences that ask want to know: the predicates they show, and the recurring questions they ask.

A sentence asks by its mark or its words, and the heading with it; where none does, the heading alone, else all of it.
Why something is so, what is meant and what others did are asked whatever else stands in the sentence or the heading.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from engine.reading.asking.units import units
from engine.reading.document import Document, laid_out
from engine.reading.sentences import Span, asking, sentences
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.patterns import Match
from engine.workload.phases import SERVES, TRAINS
from engine.workload.profile import Sought
from engine.workload.told_speeds import told_mfu

_SAYS = 2  # words that carry something, in all sentences that ask
_MOST = 8  # sentences that are looked at one by one
PREDICATE, WANTED = "predicate", "asked"  # classes of words
OF_CUES: Mapping[str, frozenset[str]] = {  # predicate -> the cues that show it, too
    "fit": frozenset({
        "fit_least", "of_memory", "of_compute", "asks_batch", "asks_context",
        "asks_size", "host_memory", "memory_error", "no_room", "how_much_memory",
    }),
    "able": frozenset({"fit_strong", "run_on", "cards_together", "asks_if"}),
    "which": frozenset({"which_type", "shopping", "asks_worth", "which_way"}),
    "compare": frozenset({"compare", "vs", "better", "how_much_faster", "of_pair"}),
    "rate": frozenset({"how_much_faster", "token_speed", "mfu", "asks_users"}),
    "hours": frozenset({"asks_time", "estimate_strong", "estimate_wanted"}),
    "dollars": frozenset({"price_short", "asks_cost", "cost_of_month", "cheapest_of", "where_sold", "rentable"}),
    "commit": frozenset({"commit_strong", "commit_asked", "commit"}),
    "carbon": frozenset({"carbon", "carbon_strong", "energy_asked", "weighed"}),
    "support": frozenset({"support", "runs_it", "asks_format"}),
    "used": frozenset({"of_others"}),
}  # fmt: skip
OF_WANTED: Mapping[str, str] = {  # a kind of `asked` -> the predicate it is
    "memory": "fit", "host_memory": "fit", "speed": "rate", "users": "rate", "electricity": "carbon",
    "hours": "hours", "dollars": "dollars", "carbon": "carbon", "tips": "which",
}  # fmt: skip
PHASES = frozenset({TRAINS, SERVES})  # cues
TIME, ETA = "asks_time", "asks_eta"  # cues
SUMMED = frozenset({"hours", "dollars"})  # predicates
WHY, USED, LEANT = "why", "used", frozenset({"slow"})
OPENINGS = ("asks", "asks_anew")  # classes of words that open a question
JOINT, OPENER = "joint", "opener"  # classes of words that may stand before it
NAMES = frozenset({"candidates", "instances", "variant", "precision", "region", "purchase", "libraries"})  # classes
RAN_OUT = frozenset({"memory_error", "no_room"})  # cues: then room is asked for, whatever asks it
FIRM: Mapping[str, frozenset[str]] = {  # what stays of a sentence beside such a predicate
    "why": frozenset({"why", "slow", "rate", "compare", "effect", "used", "hours", "judge", "fit", "at_once"}),
    "meaning": frozenset({"meaning", "used", "why", "fit", "able"}),
    "used": frozenset({"used", "hours", "dollars", "why", "meaning", "fit", "able"}),
}


def sought(text: str, vocabulary: Vocabulary) -> Sought:
    """The predicates of the sentences that ask, by their names, and how much of each recurring question is there."""
    document = laid_out(text, vocabulary)
    spans, heading = _asking(document), _heading(document)
    found = frozenset[str]().union(*(_of_span(document, span) for span in spans))
    told = (*((heading,) if heading else ()), *spans)
    if heading and heading not in spans and found.isdisjoint(FIRM):
        found |= _of_span(document, heading)
    asks = bool(found) or _says(document, spans)  # "any help?" asks what is told before it
    if not found and not asks:
        told = ((0, len(document.tokens)),)
        found = _of_span(document, told[0]) - {USED}  # told, not asked
    ran_out = any(one.slot == "cue" and one.value in RAN_OUT for one in document.matches)
    if ran_out and found.isdisjoint(FIRM.keys() - {USED}):
        found |= {"fit"}  # "how much do I need?"
    if not found.isdisjoint(SUMMED) and told_mfu(text):
        found -= {"rate"}  # "how long at 40% MFU?": it is told, not asked
    if WHY in found:  # of what is told before it
        told = ((0, len(document.tokens)),)
        found |= _of_span(document, told[0]) & LEANT
    inside = frozenset(at for first, last in told for at in range(first, last))
    return Sought(
        predicates=tuple(sorted(found)),
        units=units(document, told),
        asks=asks and bool(spans),
        faqs=tuple((one.faq, one.share(inside)) for one in document.asked),
        cues=tuple(
            sorted(PHASES & {str(m.value) for m in document.matches if m.slot == "cue" and m.first in inside})
        ),
    )


class Sentence(NamedTuple):
    """A sentence that asks: its words, its predicates, and the recurring questions it asks by itself."""

    words: str
    predicates: frozenset[str]
    faqs: frozenset[str]


def asked_one_by_one(text: str, vocabulary: Vocabulary) -> tuple[Sentence, ...]:
    """The sentences that ask, in their order; the first few of a long text."""
    document = laid_out(text, vocabulary)
    found: list[Sentence] = []
    for span in _asking(document)[:_MOST]:
        words = document.slice(*span).strip()
        alone = laid_out(words, vocabulary).asked
        found.append(Sentence(words, _of_sentence(document, span), frozenset(one.faq for one in alone)))
    return tuple(found)


def _asking(document: Document) -> tuple[Span, ...]:
    """The sentences that ask, those that open as a question and lack its mark among them."""
    plain = frozenset(asking(document))
    opens = frozenset[int]().union(*(document.where(name) for name in OPENINGS))
    return tuple(one for one in sentences(document) if one in plain or opening(document, one) in opens)


def opening(document: Document, span: Span) -> int:
    """Where a sentence begins, behind "and", "so", "hmm" and the like."""
    at = span[0]
    while at < span[1] - 1 and (lead := document.at(JOINT, at) or document.at(OPENER, at)) is not None:
        at = lead.last
    return at if at < span[1] else span[0]


def _says(document: Document, spans: Collection[Span]) -> bool:
    """Whether there are words in these sentences that carry something, a number or a name among them: "is 4 simply
    impossible?"."""
    inside = frozenset(at for first, last in spans for at in range(first, last))
    if any(one.first in inside for one in document.numbers):
        return True
    if any(one.slot in NAMES and one.first in inside for one in document.matches):
        return True
    words = (at for first, last in spans for at in range(first, last) if document.tokens[at].kind != "mark")
    return sum(at not in document.plain_words for at in words) >= _SAYS


def _heading(document: Document) -> Span | None:
    """The first line, where the text has more of them."""
    breaks = (at for at, token in enumerate(document.tokens) if token.norm == "\n" and at)
    end = next(breaks, None)
    return (0, end) if end is not None and end + 1 < len(document.tokens) else None


def _of_span(document: Document, span: Span) -> frozenset[str]:
    parts = [one for one in sentences(document) if span[0] <= one[0] and one[1] <= span[1]] or [span]
    return frozenset[str]().union(*(_of_sentence(document, one) for one in parts))


def _is_amount(document: Document, cue: Match) -> bool:
    """Whether hours that seem asked for are those of an amount that is told: "1000 H100 gpu-hours"."""
    if cue.value != TIME:
        return False
    chips = (one.first for one in document.matches if one.slot == "candidates" and one.first < cue.first <= one.last)
    at = min(chips, default=cue.first) - 1
    return at >= 0 and document.tokens[at].kind == "number"


def _of_sentence(document: Document, span: Span) -> frozenset[str]:
    """The predicates of one sentence; beside one that decides only those that go with it."""
    inside = [one for one in document.matches if span[0] <= one.first and one.last <= span[1]]
    cues = {str(one.value) for one in inside if one.slot == "cue" and not _is_amount(document, one)}
    found = {str(one.value) for one in inside if one.slot == PREDICATE}
    found |= {OF_WANTED[str(one.value)] for one in inside if one.slot == WANTED and str(one.value) in OF_WANTED}
    found |= {name for name, shown in OF_CUES.items() if cues & shown}
    if ETA in cues:
        found -= {"hours"}  # "when will it support TPU?"
    firm = next((FIRM[name] for name in FIRM if name in found), None)
    if firm is None:
        return frozenset(found)
    return frozenset(found & firm) | (frozenset({"fit"}) if cues & RAN_OUT else frozenset())
