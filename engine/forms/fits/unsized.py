"""What memory says of a model whose size was not said: what decides and lowers it, and how large an LLM may be."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.fits.largest import beyond, largest_there
from engine.forms.fits.largest_served import largest_served
from engine.forms.parts.doubts import SizeUnsaid
from engine.forms.parts.estimate_reasons import WhichSize
from engine.forms.parts.fit_reasons import FitSixteen
from engine.forms.parts.hardware import Hardware, apart, is_remedy, meant
from engine.forms.parts.lines import assumed_of
from engine.forms.parts.rows import Work
from engine.forms.parts.tables import way_said
from engine.memory.ways import SERVING
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.phases import phases_said
from engine.workload.profile import Reading

NOT_TEXT = "not_text"  # the cue of models of images, video or sound
JUDGED = "judged"  # the cue of a question whether something is normal
TOO_FEW = "too_few"  # the cue: so many cards are said not to be enough
RAN_OUT = frozenset({"memory_error", "no_room"})  # cues of somebody who tried


class ModelUnnamed(Reason, code="model_unnamed"):
    """A model of unknown size: what decides, and what is had (`said` 0: nothing). `ran_out`: it was too little.

    `name`: it was named, and is not held.
    """

    chip: str
    card_gib: float
    usable_gib: float
    said: int
    is_first: bool
    ran_out: bool = False
    name: str = ""


class NotAsOne(Reason, code="not_as_one"):
    """Several cards are no large one unless the program shards the model."""

    said: int


class MoreRoom(Reason, code="more_room"):
    """The card asked about as the way out, beside the one on which memory ran out: memory and 16-bit math over it."""

    card: str
    gib: float
    tried: str
    tried_gib: float
    times: float
    math: float


class Lowers(Reason, code="lowers"):
    """What lowers the memory it takes, by what is done."""

    trains: bool
    serves: bool


class HowToSettle(Reason, code="how_to_settle"):
    """What tells the memory of a model of which nothing is published."""


class SmallBatch(Reason, code="small_batch"):
    """A micro-batch of one sequence is normal where all weights are trained."""


class WhichWork(Reason, code="which_work"):
    """Which model is it, and what decides where it answers with no text?"""


def unsized(problem: Problem, works: tuple[Work, ...]) -> FactAnswer:
    """What decides, where not even the kind of model was said; else the largest model that fits what was named."""
    reading = problem.filled.reading
    said, cues = reading.profile, reading.cues
    unnamed = said.model is None and said.architecture is None and not reading.unheld
    trains = any(work.way not in SERVING for work in works)
    kinds = apart(meant(problem, alone=True))
    kinds = tuple(sorted(kinds, key=lambda kind: is_remedy(kind, reading)))  # it ran out on the others
    batch = (SmallBatch(),) if JUDGED in cues and said.batch_size == 1 and trains else ()
    of_text = (
        said.method is not None or said.libraries
    ) and NOT_TEXT not in cues  # so language models are tuned and served
    if unnamed and not of_text and "asks_size" not in cues:
        return _of_any_kind(problem, works, kinds, batch)
    if served := largest_served(problem, works):
        sized = reading.sought.units == ("model_size",)
        return FactAnswer(headline=served[0], sentences=(*served[1:], assumed_of(problem, works)), whole=sized)
    first, *others = largest_there(problem, works, way_said(said))
    narrow = (kind for kind in kinds if kind.chip is not None and not kind.chip.has_bf16)
    sixteen = (FitSixteen(chip=kind.name, cites=(memory_cite(kind.chip),)) for kind in narrow if kind.chip)
    return FactAnswer(
        headline=first,
        sentences=(*others, *batch, *sixteen, assumed_of(problem, works)),
        questions=(WhichWork() if unnamed else WhichSize(),),
        doubts=(SizeUnsaid(),),
    )


def _of_any_kind(
    problem: Problem, works: tuple[Work, ...], kinds: tuple[Hardware, ...], batch: tuple[Reason, ...]
) -> FactAnswer:
    """What decides, lowers and settles it; then in a line what holds if it is a language model, unless it is none."""
    reading = problem.filled.reading
    cues = reading.cues
    few = beyond(works, kinds[0]) if TOO_FEW in cues and kinds else None
    lead, *beside = what_decides(kinds, ran_out=few is not None or not RAN_OUT.isdisjoint(cues))
    helps = more_room(kinds, reading)
    several = max((kind.said for kind in kinds), default=0)
    split = (NotAsOne(said=several),) if several > 1 else ()
    held: tuple[Reason, ...] = ()
    if NOT_TEXT not in cues and few is None:
        held = largest_there(problem, works, way_said(reading.profile), unnamed=True)
    first, *rest = (helps, lead) if helps else (lead,)
    return FactAnswer(
        headline=first,
        sentences=(
            *rest,
            *((few,) if few else ()),
            *beside,
            *batch,
            *split,
            lowers_of(reading),
            HowToSettle(),
            *held,
        ),
        questions=(WhichWork(),),
        doubts=(SizeUnsaid(),),
    )


def more_room(kinds: tuple[Hardware, ...], reading: Reading) -> MoreRoom | None:
    """Of the first remedy beside the first card that was tried; None where one of them is not named."""
    if RAN_OUT.isdisjoint(reading.cues):
        return None
    chips = [kind.chip for kind in kinds if kind.chip is not None]
    remedy = next((kind.chip for kind in kinds if kind.chip is not None and is_remedy(kind, reading)), None)
    tried = next((chip for chip in chips if chip is not remedy), None)
    if remedy is None or tried is None:
        return None
    return MoreRoom(
        card=remedy.name,
        gib=remedy.hbm_gib.value,
        tried=tried.name,
        tried_gib=tried.hbm_gib.value,
        times=remedy.hbm_gib.value / tried.hbm_gib.value,
        math=remedy.bf16_dense_tflops.value / tried.bf16_dense_tflops.value,
        cites=(memory_cite(remedy), memory_cite(tried)),
    )


def lowers_of(reading: Reading) -> Lowers:
    """In the phase that is said, in both where neither is."""
    said = phases_said(reading)
    return Lowers(trains=not said or "training" in said, serves=not said or "inference" in said)


def what_decides(kinds: tuple[Hardware, ...], *, ran_out: bool = False) -> list[ModelUnnamed]:
    """That it depends, and what is had: a line for each kind of card, one where none was named."""
    if not kinds:
        return [ModelUnnamed(chip="", card_gib=0.0, usable_gib=0.0, said=0, is_first=True)]
    return [
        ModelUnnamed(
            chip=kind.name,
            card_gib=kind.chip_gib,
            usable_gib=kind.usable_gib,
            said=kind.said or 1,
            is_first=at == 0,
            ran_out=ran_out and at == 0,
            cites=(memory_cite(kind.chip),) if kind.chip else (),
        )
        for at, kind in enumerate(kinds)
    ]
