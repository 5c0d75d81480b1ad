"""What a message asked for beyond what its answer tells: answered in a line where that can be told, else named."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.advice.answer import Answer
from bot.advice.unanswered import unanswered
from bot.wording.reasons import fact
from engine.forms.ask_back import ASK_BACK
from engine.forms.explain import EXPLAIN, NothingHeld, WhichIsMeant
from engine.forms.faqs.written import FaqTold, written_instead
from engine.forms.unsure.half_read import HalfRead
from engine.forms.unsure.unasked import NotHeldOf
from engine.forms.ways.booked import BookedAhead, is_prepaid
from engine.library import Library
from engine.reading.asking.wanted import Wanted, told, wanted
from engine.reading.vocabulary import Vocabulary
from knowledge.facts import Facts

THEIRS = frozenset({"used"})  # what others did: that it cannot be known is no answer to begin with
MOST = 3  # questions named, and lines added
LONGEST = 140  # characters of a question as it is quoted
COSTED = frozenset({"hours", "dollars", "speed", "used"})  # what a verdict tells of the work, whatever its words are
NOTHING = frozenset({NothingHeld.code, WhichIsMeant.code, NotHeldOf.code})  # first lines that hold nothing
BRIEF = {"table": None, "questions": (), "passages": (), "unpriced": ()}  # without what only a whole answer has
CHOSEN = frozenset(  # first lines that tell which machine, or how fast it is, in whatever words it is asked
    {"which_cloud", "instead_of", "cards_measured", "of_peak", "chip_hours_are", "booked_ahead", "summed_each_way"}
)
REPORTED = frozenset({"reported_time", "reported_on", "reported_memory", "reported_room"})  # what others used
KNOWN = frozenset({FaqTold.code, "not_theirs"})  # first lines that hold whatever work is spoken of
LEAD = re.compile(r"^(?:[^\[\w\"'`(]+|\(?ref:)+\s*", re.IGNORECASE)  # list marks before a question


def with_rest(
    answer: Answer, text: str, library: Library, words: Vocabulary, ask: Callable[[str], Answer] | None
) -> Answer:
    """The answer, with a line for what else can be told, and with what else was asked named.

    `ask` answers one question in the light of the answer; without it nothing is added. The line comes first where it
    answers the first question, and too little was understood for another answer.
    """
    if answer.form.asks_nothing or answer.form.id == ASK_BACK.id or answer.restated or answer.facts.whole:
        return answer
    if answer.left_out and answer.facts.headline is not None and answer.facts.headline.code == BookedAhead.code:
        answer = answer.model_copy(update={"left_out": tuple(one for one in answer.left_out if not is_prepaid(one))})
    asked = wanted(text, words)
    told = _with_lines(answer, asked, text, library.facts, words, ask) if asked else answer
    if ask is None or told.left_out:
        return told
    left = tuple(quoted(sentence) for sentence in unanswered(told, text, words, library))
    named = frozenset(part.question for part in told.parts)
    return told.model_copy(update={"left_out": tuple(one for one in left if one not in named)}) if left else told


def _with_lines(
    answer: Answer,
    asked: tuple[Wanted, ...],
    text: str,
    facts: Facts,
    words: Vocabulary,
    ask: Callable[[str], Answer] | None,
) -> Answer:
    """The answer with those lines, and what of `asked` no line tells."""
    parts = answer.parts or (answer,)
    known = frozenset[str]().union(*map(_told_without_reading, parts))
    if not all(question.kinds <= known for question in asked):  # reading its sentences takes as long as a question
        known = known.union(*(_told_by(part, words) for part in parts))
    leads = answer.facts.unsure
    more: list[Answer] = []
    left: list[str] = []
    for question in asked:
        missing = question.kinds - known
        if not missing or any(question.words in other for other in answer.left_out):
            continue
        added = _line(question, missing, facts, words, answer, ask) if ask and len(more) < MOST else None
        if added is None:
            left.append(quoted(question.words))
            continue
        leads = leads and (bool(more) or (question.is_first and question.kinds != THEIRS))
        more.append(added)
        known |= _told_by(added, words) | missing
    named = [*answer.left_out, *left]
    if not named and not more:
        return answer
    found = {"left_out": tuple(named[:MOST])}
    if not more:
        return answer.model_copy(update=found)
    first = more[:1] if leads else []
    others = [question.words for question in asked if not question.is_first]
    named_so = {"question": quoted(others[0]) if others else quoted(text[:LONGEST])}
    rest = (parts[0].model_copy(update=named_so), *parts[1:]) if first else parts
    every = (*first, *rest, *more[len(first) :])
    return every[0].model_copy(update=found | {"question": answer.question, "parts": every})


def distinct(answers: list[Answer]) -> tuple[list[Answer], tuple[str, ...]]:
    """The parts that say something of their own, and the questions of those that hold nothing.

    A part that begins as one before it says the same again, and takes its place where it tells more. Where no part
    holds anything, the first one stays.
    """
    kept: list[Answer] = []
    left: list[str] = []
    for answer in answers:
        first = answer.facts.headline
        if first is not None and first.code in NOTHING:
            left.append(quoted(answer.question))
        elif first is None or (same := _alike(answer, kept)) is None:
            kept.append(answer)
        elif len(answer.facts.sentences) > len(kept[same].facts.sentences):
            kept[same] = answer.model_copy(update={"question": kept[same].question})
    return (kept, tuple(left)) if kept else (answers[:1], ())


def _alike(answer: Answer, kept: list[Answer]) -> int | None:
    """Where the part stands that begins with the same line; None where none does."""
    first = answer.facts.headline
    return next((at for at, other in enumerate(kept) if other.facts.headline == first), None)


def _line(
    question: Wanted,
    missing: frozenset[str],
    facts: Facts,
    words: Vocabulary,
    answer: Answer,
    ask: Callable[[str], Answer],
) -> Answer | None:
    """A few sentences that tell what is missing, without a table; None where none do."""
    found = ask(question.words)
    first = found.facts.headline
    known = first is not None and first.code in KNOWN and not (found.facts.unsure or found.verdict)
    told_alone = found.facts.model_copy(update=BRIEF) if known else None
    for brief in (told_alone, written_instead(missing, facts)):
        if brief is None:
            continue
        update = {"facts": brief, "verdict": None, "parts": (), "left_out": (), "reading": answer.reading}
        line = found.model_copy(update=update | {"question": quoted(question.words), "form": EXPLAIN})
        if brief is not told_alone or missing <= _told_by(line, words):
            return line
    return None


def _told_by(answer: Answer, vocabulary: Vocabulary) -> frozenset[str]:
    """What the sentences of one part tell; one that quotes what was not understood tells nothing of it."""
    facts = answer.facts
    reasons = (facts.headline, *facts.unpriced, *facts.sentences, *facts.questions)
    sentences = [fact(reason) for reason in reasons if reason is not None and reason.code != HalfRead.code]
    sentences += [passage.text for passage in facts.passages]
    beyond = _told_without_reading(answer)
    return told(" ".join(sentences), vocabulary) | beyond if sentences else beyond


def _told_without_reading(answer: Answer) -> frozenset[str]:
    """What one part tells whatever its words are: by its verdict, or by the kind of its lines."""
    facts = answer.facts
    reasons = (facts.headline, *facts.unpriced, *facts.sentences, *facts.questions)
    chosen = facts.headline is not None and facts.headline.code in CHOSEN
    beyond = COSTED if answer.verdict is not None or chosen else frozenset[str]()
    return beyond | (THEIRS if any(one.code in REPORTED for one in reasons if one is not None) else frozenset())


def quoted(question: str) -> str:
    """A question in its own words, without the mark of a list before it, and at a bearable length."""
    plain = LEAD.sub("", " ".join(question.split()))
    if len(plain) <= LONGEST:
        return plain
    return "..." + plain[-LONGEST:].partition(" ")[2]
