"""Several questions, or several workloads, in one message: which are answered one by one, and which are named.

A message is taken apart where it asks for different things: does it fit, how long, how much, does X run on Y. All
parts share what the message says. Questions that one answer covers stay together, and a workload that is told in many
sentences stays whole. A question that nothing of ours answers is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.forms.estimate_asked import tells_fit
from engine.forms.money.said import is_of_money
from engine.workload.profile import Profile, Reading
from engine.workload.told_prices import told_kwh

MOST = 4  # questions answered by one message
MOST_JOINTS = 8  # places a text may be parted at that are tried
LONGEST = 1_500  # characters; a longer text is a report, not a list of questions
JOINT = re.compile(r"[.;,]?\s+(?:and|plus|while|also|und|et|y)\s+|;\s*|\.\s+", re.IGNORECASE)
WORD = re.compile(r"\w+")
BESIDE = frozenset({"fit", "estimate", "price", "carbon", "compare", "support", "commitment", "choose", "remark"})
OF_THINGS = BESIDE - {"fit", "estimate", "choose"}  # about hardware, whatever work is spoken of
WORK = frozenset({"task", "model", "parameters"})  # slots; nothing is chosen for work that nobody spoke of
COVERED = {"choose": frozenset({"compare", "explain"})}  # what the answer of a form says as well
WISHES = frozenset({"which", "which_hardware", "which_type", "better", "compare", "vs", "keep"})  # cues
PLANS = frozenset({
    "tokens", "samples", "runs", "runs_per_month", "cadence", "deadline_days", "budget_usd", "tokens_per_day",
    "requests_per_second", "samples_per_second", "clouds", "region", "purchase", "capacity", "framework",
})  # fmt: skip
SERVING = "serving"
SIZE = "parameters"  # the slot of a model's size
OF_LOADS = frozenset({SERVING, "fit", "price", "compare", "choose", "estimate", "explain", "ask_back"})  # forms
ENOUGH, PAIR = "named_enough", 2  # a cue; questions
AT_ONCE, SEVERAL = "at_once", 2  # the predicate; questions that ask it
EXPLAINED = "explain_strong"  # the cue of a question for a fact, whatever stands around it
SUMS = frozenset({"fit_strong", "estimate_strong", "training_words"})  # cues of a question for a figure
UNKNOWN_WORDS = 4  # a question of so many words is named where nothing answers it

Read = Callable[[str, Reading | None], Reading]


class Parts(NamedTuple):
    """The parts of a text that are answered one by one, and the questions that are not."""

    answered: tuple[str, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Group:
    """Questions that one answer covers: their text, the form of it, and the things they name themselves."""

    text: str
    form: str
    things: tuple[object, ...]
    reading: Reading
    places: bool = False  # whether it names hardware

    def with_text(self, more: str, reading: Reading) -> _Group:
        ends = "" if self.text[-1:] in "?？.!;," else ","
        return _Group(f"{self.text}{ends} {more}", self.form, self.things, reading, self.places)


def parts(text: str, questions: tuple[str, ...], read: Read, before: Reading | None = None) -> Parts:
    """The text in the parts that are answered one by one; the text itself where it asks for one thing.

    `questions` are the text's own, in their order; `before` is what the thread said.
    """
    if len(text) > LONGEST or told_kwh(text) is not None:
        return Parts((text,))  # what a kilowatt-hour costs belongs to the watts and hours beside it
    questions = _without_repeats(questions)
    if len(questions) > 1 and is_of_money(read(text, None)):
        return Parts((text,))  # what is done with the prices is told of all that the message names
    if len(questions) > 1 and (_asks_at_once(text, questions, read) or _asks_of_load(text, questions, read)):
        return Parts((text,))
    if len(questions) == PAIR and _is_of_one_card(text, questions, read):
        return Parts((text,))
    if len(questions) > 1:
        groups, unknown = _groups(text, questions, read, before)
        groups = _joined(groups, read, before)
        if len(groups) > 1:
            texts = tuple(group.text for group in groups)
            return Parts(texts[:MOST], (*texts[MOST:], *unknown))
        return Parts((text,), unknown if groups else ())
    return Parts((text,) if before is not None else _workloads(text, read) or (text,))


def _without_repeats(questions: tuple[str, ...]) -> tuple[str, ...]:
    """Without those that a longer one says again: a title, and the same with more detail in the text."""
    words = [frozenset(WORD.findall(question.lower())) for question in questions]
    return tuple(
        question
        for at, question in enumerate(questions)
        if not any(
            words[at] <= other and (len(words[at]) < len(other) or place < at)
            for place, other in enumerate(words)
            if place != at
        )
    )


def _asks_at_once(text: str, questions: tuple[str, ...], read: Read) -> bool:
    """Whether two or most of them ask how many streams or requests run at once, of no model whose cache is summed.

    Its conditions and its reasons are one answer.
    """
    said = read(text, None).profile
    if said.parameters or said.variant:
        return False
    asks = sum(AT_ONCE in read(question, None).sought.predicates for question in questions)
    return asks >= SEVERAL or asks > len(questions) / 2


def _is_of_one_card(text: str, questions: tuple[str, ...], read: Read) -> bool:
    """Whether the second only names a card for what the first asks: "What runs Grok-1? Can a 3080 do it?"."""
    named = read(questions[1], None)
    return ENOUGH in named.cues and WORK.isdisjoint(named.profile.stated()) and read(text, None).form == "fit"


def _asks_of_load(text: str, questions: tuple[str, ...], read: Read) -> bool:
    """Whether all of them ask about the machines of one load that is said a second: how many, and what they cost."""
    whole = read(text, None)
    said = whole.profile
    rated = said.samples_per_second is not None or said.requests_per_second is not None
    return whole.form == SERVING and rated and all(read(one, None).form in OF_LOADS for one in questions)


def stands_alone(reading: Reading) -> bool:
    """Whether a part is read by itself: it names a model or a size, or asks for a fact about hardware it names."""
    profile = reading.profile
    named = bool(profile.candidates or profile.instances) and "asks_time" not in reading.cues
    of_work = profile.method is not None  # what is tuned there is said elsewhere in the message
    return bool(profile.model or profile.parameters) or (named and not of_work and reading.form in OF_THINGS)


def _groups(
    text: str, questions: tuple[str, ...], read: Read, before: Reading | None
) -> tuple[list[_Group], tuple[str, ...]]:
    """The questions by the form of their answer, in the order asked; and those that nothing answers."""
    known, groups, unknown = before, list[_Group](), list[str]()
    if not _form_asked(read(questions[0], before)):
        return [], ()
    if before is None and not stands_alone(read(questions[0], None)):
        whole = read(text, None)
        known = whole if stands_alone(whole) and whole.form not in OF_THINGS else None
    for question in questions:
        alone = read(question, None)
        apart = before is None and stands_alone(alone)
        asked = alone if apart else read(question, known)
        form = _form_asked(asked)
        if not form and groups and not apart:
            if _is_unknown(alone, question):
                unknown.append(question)
                continue
            groups[-1] = groups[-1].with_text(question, asked)
            continue
        things = _things(alone) if apart or form in ("price", "support") else ()
        at = _place(groups, form, things)
        if at is None:
            places = bool(alone.profile.candidates or alone.profile.instances)
            groups.append(_Group(question, form or asked.form, things, asked, places))
        else:
            groups[at] = groups[at].with_text(question, asked)
        known = asked
    return groups, tuple(unknown)


def _form_asked(asked: Reading) -> str:
    """The form that a question asks for in words of its own; "" for one that only goes on."""
    if "asks_why" in asked.cues:
        return "why"
    if asked.form == "explain" and EXPLAINED in asked.cues and SUMS.isdisjoint(asked.cues):
        return "explain"
    if asked.form == "choose" and (WORK.isdisjoint(asked.profile.stated()) or _is_told_alone(asked)):
        return ""
    return asked.form if asked.form in BESIDE else ""


def _is_told_alone(asked: Reading) -> bool:
    """Whether work is told and neither a choice is asked nor an amount planned: the title of a report is no question.

    "Training 1.5B? Were you able to train it on TPUs?"
    """
    return WISHES.isdisjoint(asked.cues) and PLANS.isdisjoint(asked.profile.stated())


def _is_unknown(alone: Reading, question: str) -> bool:
    """Whether a question asks for something, and names nothing that is known here."""
    asks = len(question.split()) >= UNKNOWN_WORDS and question.endswith("?")
    return asks and alone.form in ("decline", "explain") and not alone.profile.stated()


def _things(alone: Reading) -> tuple[object, ...]:
    profile = alone.profile
    chips, types = tuple(sorted(profile.candidates)), tuple(sorted(profile.instances))
    named = profile.parameters, profile.model, chips, types  # "A or B" and "B or A" are the same
    return named if any(named) else ()


def _place(groups: list[_Group], form: str, things: tuple[object, ...]) -> int | None:
    """The group whose answer covers such a question, too."""
    for at, group in enumerate(groups):
        covers = form == group.form or form in COVERED.get(group.form, ())
        if covers and (not things or not group.things or things == group.things):
            return at
    return None


def _joined(groups: list[_Group], read: Read, before: Reading | None) -> list[_Group]:
    """Whether it fits and how long it takes are one answer where that says both; so are which, and how long there."""
    joined: list[_Group] = []
    for group in groups:
        last = joined[-1] if joined else None
        pair = {last.form, group.form} if last is not None else set()
        if last is not None and "estimate" in pair and pair & {"fit", "choose"} and not group.places:
            both = last.with_text(group.text, group.reading)
            reading = read(both.text, before if len(joined) == 1 else joined[-2].reading)
            if reading.form == "estimate" and ("choose" in pair or tells_fit(reading)):
                joined[-1] = _Group(both.text, "estimate", last.things, reading, last.places)
                continue
        joined.append(group)
    return joined


def _sized(side: str, read: Read) -> Profile | None:
    """What a side says, where it has a task and a size of its own."""
    if not any(character.isalnum() for character in side):
        return None
    profile = read(side, None).profile
    return profile if profile.task is not None and profile.parameters is not None else None


def _workloads(text: str, read: Read) -> tuple[str, ...]:
    """Two workloads, each with its own task and its own size, joined by "and" or a full stop: read as one they leave
    the size open. Most texts tell one, and are not read in halves, which takes as long as the rest of an answer."""
    if SIZE not in read(text, None).ambiguous:
        return ()
    for match in list(JOINT.finditer(text))[:MOST_JOINTS]:
        sides = text[: match.start()].strip(), text[match.end() :].strip()
        first = _sized(sides[0], read)
        second = _sized(sides[1], read) if first else None
        if first and second and first.task != second.task and first.parameters != second.parameters:
            return sides
    return ()
