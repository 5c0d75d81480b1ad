"""Which of two, where a turn says no more than that: what the last two answers of its thread were about."""

from __future__ import annotations

from bot.wording.words import say
from engine.reading.asking.subject import OF_WORK, subject
from engine.reading.document import Document
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Reading
from engine.workload.subject import Subject
from knowledge.facts import Facts

PICKS = "turn_picks"  # the class of such turns, whose values are what decides
QUESTIONS = "words/turn_questions.j2"
BESIDE = ("opener", "joiner", "leans")  # classes of words that may stand beside
MOST, PAIR = 14, 2  # tokens of such a turn; what it is between
SERVED, TRAINED = "serving", frozenset({"pretraining", "fine_tuning"})
ASKED = {"either": "either", "cheaper": "cheaper", "faster": "quicker"}  # value -> the question


def picks(turn: Document) -> str | None:
    """What decides between the two; None for a turn that says more, or asks something else."""
    found = turn.classes.get(PICKS, {}).values()
    longest = max(found, key=lambda one: (one.last - one.first, one.value != "either"), default=None)
    if longest is None or len(turn.tokens) > MOST:
        return None
    inside = set(range(longest.first, longest.last))
    inside |= {
        at for name in BESIDE for one in turn.classes.get(name, {}).values() for at in range(one.first, one.last)
    }
    carrying = {at for at, token in enumerate(turn.tokens) if token.kind != "mark"}
    return str(longest.value) if carrying <= inside else None


def sides(before: Reading) -> tuple[Subject, ...]:
    """The two: those of one answer, or what the last was about and the one before it; the last first."""
    about, were = before.first.about, before.first.was
    both = about[:PAIR] if len(about) >= PAIR else (*about[:1], *were[:1])
    named = {(one.instance or one.chip) for one in both}
    return both if len(named - {""}) == PAIR else ()  # 8 and 16 of one card are no choice between two


def question(decides: str, before: Reading, facts: Facts, vocabulary: Vocabulary) -> str | None:
    """The question that names both, and the work of the thread; None where there are no two."""
    both = sides(before)
    if not both:
        return None
    return between(decides, both[0], both[1], before, facts, vocabulary)


def between(
    decides: str, last: Subject, first: Subject, before: Reading, facts: Facts, vocabulary: Vocabulary
) -> str:
    """The question which of the two it is for the work of the thread."""
    work = subject(before, vocabulary).said(OF_WORK)
    said = before.profile
    served = work and said.method is None and said.task not in TRAINED
    names = [facts.accelerators[one.chip].name if one.chip in facts.accelerators else "" for one in (last, first)]
    words = f"{SERVED} {work}" if served else work
    return say(QUESTIONS, ASKED[decides], last, names[0], first, names[1], words)
