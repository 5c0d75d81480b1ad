"""A job of a model that answers with images or video, whose speed nobody published: what a second each comes to."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.forms.served.by_card import cheapest_card
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
    words = frozenset(said.candidates) - FAMILIES

    def is_wanted(instance: Instance) -> bool:
        return instance.count == 1 and bool(words) and is_named(facts.accelerators[instance.accelerator], words)

    card = cheapest_card(question, is_wanted)
    hours = samples / SECONDS_PER_HOUR
    family = facts.families.get(said.model or "")
    told = JobUnmeasured(
        model=family.name if family else "",
        samples=samples,
        hours=hours,
        instance=card.instance.id if card else "",
        chip=facts.accelerators[card.instance.accelerator].name if card else "",
        usd_per_hour=card.usd_per_hour if card else 0.0,
        usd=card.usd_per_hour * hours if card else 0.0,
        cites=card.cites if card else (),
    )
    return FactAnswer(headline=told, questions=(SecondsEach(),))
