"""What a message asked for beyond what its answer tells: answered in a line where that can be told, else named."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.advice.answer import Answer
from bot.wording.reasons import fact
from engine.forms.ask_back import ASK_BACK
from engine.forms.faqs.written import FaqTold
from engine.reading.asking.wanted import Wanted, told, wanted
from engine.reading.vocabulary import Vocabulary

MOST = 3  # questions named, and lines added
LONGEST = 140  # characters of a question as it is quoted
COSTED = frozenset({"hours", "dollars", "speed", "used"})  # what a verdict tells of the work, whatever its words are
KNOWN = frozenset({FaqTold.code, "not_theirs"})  # first lines that hold whatever work is spoken of
LEAD = re.compile(r"^(?:[^\w\"'`(]+|\(?ref:)+\s*", re.IGNORECASE)  # list marks before a question


def with_rest(answer: Answer, text: str, vocabulary: Vocabulary, ask: Callable[[str], Answer] | None) -> Answer:
    """The answer, with a line for what else can be told, and with what else was asked named.

    `ask` answers one question in the light of the answer; without it nothing is added.
    """
    if answer.form.asks_nothing or answer.form.id == ASK_BACK.id or answer.restated:
        return answer
    asked = wanted(text, vocabulary)
    if not asked:
        return answer
    parts = answer.parts or (answer,)
    known = frozenset[str]().union(*(_told_by(part, vocabulary) for part in parts))
    more: list[Answer] = []
    left: list[str] = []
    for question in asked:
        if question.kinds <= known:
            continue
        added = _line(question, known, ask, vocabulary) if ask and len(more) < MOST else None
        if added is None:
            left.append(_quoted(question.words))
            continue
        more.append(added.model_copy(update={"reading": parts[-1].reading, "question": _quoted(question.words)}))
        known |= _told_by(added, vocabulary)
    named = [*answer.left_out, *(one for one in left if not any(one in other for other in answer.left_out))]
    update: dict[str, object] = {"left_out": tuple(named[:MOST])}
    if more:
        update["parts"] = (*parts, *more)
    return answer.model_copy(update=update) if named or more else answer


def _line(question: Wanted, known: frozenset[str], ask: Callable[[str], Answer], words: Vocabulary) -> Answer | None:
    """One or two sentences that tell what is missing, without a table; None where none does."""
    found = ask(question.words)
    first = found.facts.headline
    if first is None or found.verdict is not None or found.facts.unsure or found.form.asks_nothing:
        return None
    if first.code not in KNOWN:
        return None  # a sum over a question without its context answers another one
    facts = found.facts
    brief = {"table": None, "questions": (), "passages": (), "unpriced": (), "sentences": facts.sentences[:1]}
    short = found.model_copy(update={"facts": facts.model_copy(update=brief), "parts": (), "left_out": ()})
    return short if question.kinds - known <= _told_by(short, words) else None


def _told_by(answer: Answer, vocabulary: Vocabulary) -> frozenset[str]:
    """What the sentences of one part tell."""
    facts = answer.facts
    reasons = (facts.headline, *facts.unpriced, *facts.sentences, *facts.questions)
    sentences = [fact(reason) for reason in reasons if reason is not None]
    sentences += [passage.text for passage in facts.passages]
    beyond = COSTED if answer.verdict is not None else frozenset[str]()
    return told(" ".join(sentences), vocabulary) | beyond if sentences else beyond


def _quoted(question: str) -> str:
    """A question in its own words, without the mark of a list before it, and at a bearable length."""
    plain = LEAD.sub("", " ".join(question.split()))
    if len(plain) <= LONGEST:
        return plain
    return "..." + plain[-LONGEST:].partition(" ")[2]
