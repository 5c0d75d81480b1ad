"""The answer to a question that was half understood: what was surely read of it, and one question for the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.compare import OnNamed, on_named
from engine.forms.fit import FIT
from engine.forms.form import NAMED_THINGS, Asked
from engine.forms.parts.doubts import PartlyRead
from engine.workload.conditions import FAMILIES
from engine.workload.profile import FormId, Profile

SHOWN = 4  # stretches named
LONGEST = 60  # characters of one
WORK = frozenset({
    "task", "method", "model", "variant", "parameters", "active_parameters", "architecture", "precision",
    "sequence_length", "chip_memory_gb", "libraries",
})  # fmt: skip
SIZES = frozenset({"parameters", "model"})
CHIPS = frozenset({"instances", "chip_memory_gb"})

Missing = Literal["places", "sides", "work", "size", "amount", "wish"]


class HalfRead(Reason, code="half_read"):
    """Behind what was surely read: that there is no advice, and why."""

    stretches: tuple[str, ...]
    more: int


class NoSum(Reason, code="no_sum"):
    """The first line where amounts that a sum depends on were left out of it."""

    stretches: tuple[str, ...]


class NotSure(Reason, code="not_sure"):
    """The first line where nothing was surely read."""


class Beyond(Reason, code="beyond"):
    """The first line where the question is none of those that can be answered."""

    questions: tuple[str, ...]


class AskMissing(Reason, code="ask_missing"):
    """The one question whose answer is missing, of the work that was read."""

    missing: Missing
    name: str = ""  # of the model
    parameters: float = 0
    serves: bool


def half_read(asked: Asked) -> FactAnswer:
    """What its model takes, what its chips hold, or the figures of what it names; and a question for the rest."""
    words = tuple(dict.fromkeys(short(one) for one in (*asked.reading.unread_asked, *asked.reading.unread)))
    left = HalfRead(stretches=words[:SHOWN], more=len(words[SHOWN:]))
    question = _missing(asked)
    surely = _surely(asked)
    first, *others = surely.lines or (NotSure(),)
    return FactAnswer(
        headline=first,
        sentences=(*others, left),
        table=surely.table,
        questions=(question,),
        doubts=(PartlyRead(),),
        unsure=True,
    )


def not_summed(asked: Asked, left: tuple[str, ...]) -> FactAnswer:
    """No sum and no advice, as `left` are in none: what is surely known of what was read, and a question."""
    surely = _surely(asked)
    return FactAnswer(
        headline=NoSum(stretches=left),
        sentences=surely.lines,
        table=surely.table,
        questions=(_missing(asked),),
        doubts=(PartlyRead(),),
        unsure=True,
    )


def beyond(questions: tuple[str, ...]) -> FactAnswer:
    """The answer to a question that was understood, and that nothing here answers: no figure of anything else."""
    return FactAnswer(headline=Beyond(questions=tuple(short(question) for question in questions[:SHOWN])))


def _surely(asked: Asked) -> OnNamed:
    """What memory says of what was read; without a size or a chip, the figures of what is named."""
    things = {slot: value for slot, value in asked.profile.stated().items() if slot in NAMED_THINGS | WORK}
    things["candidates"] = tuple(chip for chip in asked.profile.candidates if chip not in FAMILIES)
    profile = Profile.model_validate(things)
    alone = replace(asked, reading=asked.reading.model_copy(update={"profile": profile}))
    said = profile.stated().keys()
    if not said & SIZES and (said & CHIPS or profile.candidates):
        held = FIT.answer(alone)
        if held is not None and held.headline is not None:
            return OnNamed((held.headline, *on_named(alone).lines), None)
    return on_named(alone)


def _missing(asked: Asked) -> AskMissing:
    said = asked.profile
    model = asked.facts.models.get(said.variant or "")
    family = asked.facts.families.get(said.model or "")
    return AskMissing(
        missing=_kind(asked.reading.form, said),
        name=model.name if model else family.name if family else "",
        parameters=0 if model else said.parameters or 0,
        serves=said.task == "inference",
    )


def _kind(form: FormId, said: Profile) -> Missing:
    if form == "carbon":
        return "places"
    if form == "compare":
        return "sides"
    if said.stated().keys().isdisjoint(SIZES):
        return "size" if said.task else "work"
    return "amount" if form == "estimate" else "wish"


def short(stretch: str) -> str:
    """The first words of a stretch."""
    if len(stretch) <= LONGEST:
        return stretch
    return stretch[:LONGEST].rpartition(" ")[0] or stretch[:LONGEST]
