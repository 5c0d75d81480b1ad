"""A turn that got no answer, asked again as one question with what the thread asked before it.

"And on spot?" after "what is a g5.xlarge in Frankfurt" is read as a change of that question; a turn that no such
reading answers ("how many runs would that buy?") is put behind it, and the two are asked as one message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date

from bot.advice.answer import Answer
from bot.advice.thread.heeds import NONE
from bot.advice.thread.run_there import run_there
from engine.forms.again.unfollowed import ABOUT_NOTHING, ASKS, WRITTEN, unread
from engine.forms.ask_back import ASK_BACK
from engine.forms.choose import CHOOSE
from engine.forms.explain import EXPLAIN
from engine.forms.form import Asked
from engine.forms.turned.turn_same import SameAgain, quoted
from engine.library import Library
from engine.reading.asking.counts import MACHINE
from engine.reading.asking.framed import framed
from engine.reading.asking.in_time import in_time
from engine.reading.asking.instead import MODEL, pieces
from engine.reading.asking.sought import sought
from engine.reading.asking.subject import as_questions
from engine.reading.document import lay_out
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Profile, Reading, Turn

OURS = "domain"  # the cue of words we speak of: what was said may answer them; else it says nothing of the turn
ASKED = (  # fields of a reading: what is asked, which a turn that nothing answers leaves as it was
    "thread", "question", "form", "other_forms", "work_form", "cues", "sought", "faqs", "turn", "work", "about",
)  # fmt: skip
OF_AMOUNTS = frozenset({"dollars", "hours", "rate"})  # predicates of what depends on how much there is to do
HOURS, DOLLARS, PAIR = "hours", "dollars", 2  # predicates; machines
WHICH = "which"  # the predicate of a wish for one of several
PLAINLY = "off_topic"  # the cue of words about something else
GOES_ON = "and "  # begins what a turn stands for that goes on with its thread
SHORT = 200  # characters of a turn of few words
LONGEST = 2_000  # characters of a question with the turn
_OPENS = re.compile(
    r"^\W*(?:(?:and|ok|okay|so|but|then|also|or|hmm|right|great|thanks|what about|how about)\b[\s,:.!]*)+", re.I
)
_ENDS = re.compile(r"[\s?？.!,;]+$")


def asked_alone(parse: Callable[[str], Reading], library: Library, today: date, text: str) -> Asked:
    """A message by itself."""
    return Asked(parse(text), library, today)


def as_meant(
    text: str, before: Reading, vocabulary: Vocabulary, ask: Callable[..., Answer], alone: Callable[[str], Asked]
) -> Answer | None:
    """The answer to what a turn of few words stands for; None where it stands for nothing, or that has no answer.

    `ask` answers a message by itself, or one that goes on with the thread; `alone` reads one by itself.
    """
    if (there := run_there(text, before, alone, ask)) is not None:
        return there
    if before.form in ABOUT_NOTHING or not 0 < len(text) <= SHORT:
        return None
    if (turn := in_time(before, text, vocabulary)) is not None:
        timed = ask(turn, before=before)
        return _on_as_many(timed.model_copy(update={"question": text}), before) if _is_answer(timed) else None
    question = framed(before, text, vocabulary) or _and_cost(before, text, vocabulary)
    if question is not None and question.startswith(GOES_ON):  # it changes the thread
        changed = ask(question, before=before)
        return _quoting(changed.model_copy(update={"question": text}), text) if _is_answer(changed) else None
    whole = ask(question) if question is not None else None
    if question is None or whole is None or not _is_answer(whole):
        return None
    first = whole.facts.headline
    if first is not None and first.code in WRITTEN:  # beside the thread, which goes on as it was
        kept = before.model_copy(update={"text": text})
        return whole.model_copy(update={"question": text, "reading": kept, "before": before})
    reading = whole.reading.model_copy(update={"thread": (Turn(text=question),), "changed": False})
    return whole.model_copy(update={"question": text, "reading": reading, "before": before})


def _and_cost(before: Reading, text: str, vocabulary: Vocabulary) -> str | None:
    """After how long a run of one machine takes on another: that, and what it costs, in one question."""
    machines = {one.id for one in before.hardware}
    timed = set(before.sought.predicates) == {HOURS} and len(machines) == PAIR and len(before.thread) == 1
    if not timed or DOLLARS not in sought(text, vocabulary).predicates or _names(text, vocabulary):
        return None
    return f"{_ENDS.sub('', before.thread[0].text)}, {_OPENS.sub('', text, count=1).strip() or text}"


def _names(text: str, vocabulary: Vocabulary) -> bool:
    """Whether a turn names a machine or a model of its own."""
    turn = lay_out(text, vocabulary, Profile(), in_thread=True)
    return any(one.kind in (MACHINE, MODEL) for one in pieces(turn))


def _quoting(answer: Answer, text: str) -> Answer:
    """Where the turn changes nothing, it is quoted as it was said."""
    first = answer.facts.headline
    if not isinstance(first, SameAgain):
        return answer
    line = first.model_copy(update={"words": quoted(text)})
    return answer.model_copy(update={"facts": answer.facts.model_copy(update={"headline": line})})


def _on_as_many(answer: Answer, before: Reading) -> Answer:
    """The thread goes on as it was, on as many machines as the answer takes: "and what would that cost?"."""
    told, said = answer.reading.sums[-1:], before.profile
    if not told:
        return answer
    many = {"instance_count": told[0].machines, "accelerator_count": None}
    if not said.instances:
        many = {"instance_count": None, "accelerator_count": told[0].chips}
    kept = {name: getattr(answer.reading, name) for name in ("text", "sums", "sum_view", "sums_told")}
    reading = before.model_copy(update=kept | {"profile": said.model_copy(update=many)})
    return answer.model_copy(update={"reading": reading})


def _is_answer(whole: Answer) -> bool:
    first = whole.facts.headline
    if first is None:
        return whole.verdict is not None or bool(whole.facts.prices)
    return first.code not in NONE and whole.form.id != ASK_BACK.id


def asked_whole(answer: Answer, before: Reading, ask: Callable[[str], Answer], vocabulary: Vocabulary) -> Answer:
    """The answer to a turn; where that is none, the one to the turn as a question of its own, else to the question it
    goes on from together with the turn.

    `ask` answers a message by itself. What it cannot answer either leaves the answer as it is.
    """
    if not is_none(answer, before) or before.form in ABOUT_NOTHING:
        return answer
    turn = answer.question
    of_amounts = not OF_AMOUNTS.isdisjoint(answer.reading.sought.predicates)  # which the whole thread says
    for was, question in (
        *(() if of_amounts or len(turn) > SHORT else as_questions(before, turn, vocabulary)),
        *_questions(before, turn),
    ):
        whole = ask(question)
        turn_asks = OURS in answer.reading.cues or WHICH in answer.reading.sought.predicates
        if _is_told(whole, answer.reading) and (turn_asks or whole.facts.headline != ask(was).facts.headline):
            reading = whole.reading.model_copy(update={"thread": (Turn(text=question),), "changed": False})
            return whole.model_copy(update={"question": turn, "reading": reading, "before": before})
    kept = answer.reading.model_copy(update={name: getattr(before, name) for name in ASKED})
    told: dict[str, object] = {"reading": kept}  # the next turn goes on with what was asked, and what was understood
    if answer.facts.headline is None:
        told |= {"facts": unread(answer.facts, answer.reading), "form": EXPLAIN, "verdict": None, "changed": None}
    return answer.model_copy(update=told)


def is_none(answer: Answer, before: Reading) -> bool:
    """Whether a turn got no answer: it was not understood, nothing is held, or advice nobody asked for says again
    what it said."""
    if answer.parts or PLAINLY in answer.reading.cues:
        return False
    first = answer.facts.headline
    if first is not None:
        return first.code in NONE or answer.form.id == ASK_BACK.id
    if answer.form.id != CHOOSE.id or answer.verdict is None:
        return False
    if answer.reading.taken_back or WHICH in answer.reading.sought.predicates:
        return False  # "so which one should we take?"
    now, was = answer.reading.profile.stated(), before.profile.stated()
    asks = "?" in answer.question or bool(ASKS.intersection(answer.reading.cues))
    same = now == was and answer.reading.ruled_out == before.ruled_out
    return asks and same and not answer.reading.changed


def _questions(before: Reading, turn: str) -> Iterator[tuple[str, str]]:
    """What was asked, and that with the turn behind it: all the thread keeps, then the last question alone."""
    rest = _OPENS.sub("", turn, count=1).strip() or turn
    asked = [[one.text for one in before.thread], [before.question or before.text]]
    for texts in asked if asked[0] != asked[1] else asked[:1]:
        was = ", ".join(_ENDS.sub("", text) for text in texts if text.strip())
        whole = f"{was}, {_ENDS.sub('', rest)}"
        if was and len(whole) <= LONGEST:
            yield was, f"{whole}?" if turn.rstrip().endswith("?") else whole


def _is_told(whole: Answer, turn: Reading) -> bool:
    first = whole.facts.headline
    if first is None and (whole.verdict is None or WHICH not in turn.sought.predicates):
        return False  # advice answers a wish for it alone
    if (first is not None and first.code in NONE | WRITTEN) or whole.form.id == ASK_BACK.id:
        return False
    return not (whole.left_out or whole.unheeded or whole.reading.unread_asked)
