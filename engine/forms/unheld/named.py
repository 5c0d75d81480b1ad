"""A model that was named and whose size is not held: said by its name, and its size asked for."""

from __future__ import annotations

from collections.abc import Mapping

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.doubts import SizeUnsaid
from engine.forms.parts.unknown_work import SizeOfName
from engine.workload.profile import Reading
from knowledge.facts import Faq

UNNAMED = (
    "model_unnamed"  # the code of a first line that says what decides, with the name of the model where it has one
)
KNOW_NOTHING = frozenset({"needs_size", "which_is_meant", "nothing_held", "depends_on_work"})  # first lines replaced
OF_A_NETWORK = frozenset({"which_work"})  # questions that ask for more than the size
SIZES = OF_A_NETWORK | {
    "which_size",
    "which_model",
    "of_which_work",
    "size_of_name",
}  # questions for the model or its size
UNSAID = frozenset({"size_unsaid", "work_unsaid"})  # doubts of an answer that lacks the size
WRITTEN = "hardware-unsaid"  # the written answer of what a model of unknown size takes
USUAL = frozenset({"usual_room", "usual_hours"})  # first lines that stay: what others took
WANTED = frozenset({"fit", "which", "able", "hours", "dollars", "rate"})  # predicates that a size would answer


class NoSizeOf(Reason, code="no_size_of"):
    """The first line: nothing is known of the model of that name."""

    name: str


def with_named(stated: FactAnswer, reading: Reading, faqs: Mapping[str, Faq]) -> FactAnswer:
    """The answer, which names the model whose size it lacks; as it is, where a size is known or nothing lacks one."""
    said, first = reading.profile, stated.headline
    if not reading.unknown_models or said.parameters or said.model or first is None:
        return stated
    unsized = not UNSAID.isdisjoint(doubt.code for doubt in stated.doubts) or first.code == UNNAMED
    unsized = unsized or (WRITTEN in faqs and first.values.get("text") == faqs[WRITTEN].says)
    if not unsized and (first.code not in KNOW_NOTHING or WANTED.isdisjoint(reading.sought.predicates)):
        return stated
    name = reading.unknown_models[0]
    sentences = stated.sentences
    if first.code == UNNAMED or first.code in USUAL:
        headline: Reason = first.model_copy(update={"name": name})
    else:
        headline = NoSizeOf(name=name)
        sentences = sentences if first.code in KNOW_NOTHING else (first, *sentences)
    asked = [question for question in stated.questions if question.code in SIZES]
    others = tuple(question for question in stated.questions if question.code not in SIZES)
    network = any(question.code in OF_A_NETWORK for question in asked)
    questions = others if stated.of_kind else (SizeOfName(name=name, network=network), *others)
    return stated.model_copy(
        update={"headline": headline, "sentences": sentences, "questions": questions, "doubts": (SizeUnsaid(),)}
    )
