"""What the engine works out beside a written answer, where the text names enough of the work or of the machine."""

from __future__ import annotations

from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.compare import answer as compared
from engine.forms.faqs.managed import managed_hour
from engine.forms.faqs.runs_there import runs_there
from engine.forms.faqs.spot_run import spot_run
from engine.forms.faqs.spot_sum import spot_or_not
from engine.forms.faqs.sums import own_grid, replaces, short_job
from engine.forms.fit import answer as fits
from engine.forms.fits.cards import cards_of
from engine.forms.form import Asked, question_of
from engine.forms.parts.achieved import achieved
from engine.forms.parts.own_speed import own_speed
from engine.forms.remarks.claims import EnergyClaimed, claimed
from engine.forms.remarks.shortage import shortage
from engine.forms.remarks.smallest import Smallest, smallest
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.workload.said import said_also
from knowledge.facts import FaqFigures

GONE = "launch_fails"  # the cue of a machine that cannot be had
SIZED = frozenset({"parameters", "model"})
JUDGES = frozenset({"judged", "is_normal"})  # cues of a figure that is asked about


class TakeInstead(Smallest, code="take_instead"):
    """A machine on sale for what a family that is not held does not do."""


class Worked(Computed):
    """An answer in figures, and the form in whose words its table is.

    `concludes`: its first line answers the question, and the written answer explains it.
    """

    answer: FactAnswer
    words: str = ""
    concludes: bool = False


def figures(kind: FaqFigures, asked: Asked) -> Worked | None:
    """None where the text says too little for them."""
    match kind:
        case "memory":
            return _memory(asked)
        case "own_speed":
            return _own_speed(asked) or _mfu(asked)
        case "mfu":
            return _mfu(asked)
        case "where_sold":
            return _where_sold(asked)
        case "replaces":
            return told(replaces(asked))
        case "short_job":
            return told(short_job(asked))
        case "own_grid":
            return told(own_grid(asked.reading.text), concludes=True)
        case "cards":
            return _cards(asked)
        case "sides":
            return _sides(asked)
        case "spot":
            return _spot(asked)
        case "managed":
            return told(managed_hour(asked), concludes=True)
        case "runs_there":
            return _runs_there(asked)
        case "claimed":
            return _claimed(asked)
        case "smallest":
            return told(smallest(question_of(asked), TakeInstead))
        case _:
            return None


def _spot(asked: Asked) -> Worked | None:
    """Both rates of the machine that is named, and what interruptions take of the work."""
    rates, run = spot_or_not(asked), spot_run(asked)
    if rates is None:
        return told(run, concludes=True)
    more = (run.model_copy(update={"beside": True}),) if run and run.hours and not run.serves else ()
    return Worked(answer=FactAnswer(headline=rates, sentences=more), concludes=True)


def _claimed(asked: Asked) -> Worked | None:
    """Whether energy that is told fits the cards and hours that are."""
    found = claimed(question_of(asked))
    judged = not JUDGES.isdisjoint(asked.reading.cues)
    return told(found.headline, concludes=judged) if found and isinstance(found.headline, EnergyClaimed) else None


def _runs_there(asked: Asked) -> Worked | None:
    """What runs on the chips that were named, before what holds of all."""
    lines = runs_there(asked)
    return Worked(answer=FactAnswer(headline=lines[0], sentences=lines[1:]), concludes=True) if lines else None


def told(line: Reason | None, *, concludes: bool = False) -> Worked | None:
    """One line beside a written answer."""
    return Worked(answer=FactAnswer(headline=line), concludes=concludes) if line else None


def _named(asked: Asked) -> bool:
    """Whether a machine or the memory of a chip was named."""
    said = asked.profile
    return bool(said.candidates or said.instances or said.chip_memory_gb)


def _memory(asked: Asked) -> Worked | None:
    """What the model takes by each method, or how large a model the named chip holds."""
    sized = not SIZED.isdisjoint(asked.profile.stated())
    found = fits(asked) if sized or _named(asked) else None
    return Worked(answer=found, words="fit", concludes=sized) if found and found.headline else None


def _own_speed(asked: Asked) -> Worked | None:
    """What the speed that was told is of the peak, and whether that is usual."""
    cues = tuple(dict.fromkeys((*asked.reading.cues, "judged")))
    reading = asked.reading.model_copy(update={"cues": cues})
    problem = Problem(fill(reading, asked.library), asked.library, asked.day, brief=True)
    line = own_speed(reading, problem)
    return Worked(answer=FactAnswer(headline=line), concludes=True) if line else None


def _mfu(asked: Asked) -> Worked | None:
    """How much of the peak others reached with the chip that was named."""
    families = {chip.family for chip in asked.facts.accelerators.values()}
    chips = tuple(name for name in asked.profile.candidates if name not in families)  # "GPU" alone names none
    lines = achieved(said_also(asked.profile, {"candidates": chips}), asked.facts, asked.library.evidence)
    return Worked(answer=FactAnswer(headline=lines[0], sentences=lines[1:])) if lines else None


def _where_sold(asked: Asked) -> Worked | None:
    """Where and how the named machine is sold, and what stands in for it."""
    cues = tuple(dict.fromkeys((*asked.reading.cues, GONE)))
    found = shortage(question_of(replace(asked, reading=asked.reading.model_copy(update={"cues": cues}))))
    if found is None:
        return None
    return Worked(answer=found.model_copy(update={"questions": ()}), words="remark")


def _cards(asked: Asked) -> Worked:
    """What the cards that were named hold, else those of the common sizes."""
    told, table = cards_of(asked.reading, asked.library, asked.day)
    return Worked(answer=FactAnswer(sentences=(told,), table=table))


def _sides(asked: Asked) -> Worked | None:
    """The figures of the chips that are set against each other."""
    found = compared(asked)
    return Worked(answer=found.model_copy(update={"passages": ()}), words="compare") if found else None
