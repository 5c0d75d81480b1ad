"""A job of a model that answers with images or video, whose speed nobody published: what a second each comes to."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import Shown
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from knowledge.facts import Instance
from knowledge.units import SECONDS_PER_HOUR


class JobUnmeasured(Reason, code="job_unmeasured"):
    """Hours of one card at a second each, and their dollars on the cheapest machine of one card of the chip that was
    named, "" where none is."""

    model: str
    samples: float
    hours: float
    instance: str
    chip: str
    usd_per_hour: float
    usd: float


class SecondsEach(Reason, code="seconds_each"):
    """How many seconds does one take?"""


def said_samples(shown: Shown) -> bool:
    """Whether it was said how many are made."""
    return shown.said.samples is not None


def unmeasured(question: Question) -> FactAnswer:
    """The asker's own seconds times so many."""
    said, facts = question.said, question.library.facts
    samples = float(said.samples or 0)
    book = question.library.prices(question.day)
    words = frozenset(said.candidates) - FAMILIES
    priced: list[tuple[float, Instance, tuple[str, ...]]] = []
    for thing in facts.instances.values():
        if thing.count == 1 and words and is_named(facts.accelerators[thing.accelerator], words):
            quote = book.near(thing, "on_demand", said.region)
            if quote is not None:
                priced.append((quote.usd_per_hour.likely, thing, quote.cites[:1]))
    rate, machine, cites = min(priced, key=lambda one: (one[0], one[1].id), default=(0.0, None, ()))
    hours = samples / SECONDS_PER_HOUR
    family = facts.families.get(said.model or "")
    told = JobUnmeasured(
        model=family.name if family else "",
        samples=samples,
        hours=hours,
        instance=machine.id if machine else "",
        chip=facts.accelerators[machine.accelerator].name if machine else "",
        usd_per_hour=rate,
        usd=rate * hours,
        cites=cites,
    )
    return FactAnswer(headline=told, questions=(SecondsEach(),))
