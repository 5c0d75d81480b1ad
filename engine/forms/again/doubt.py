"""How sure the answer before is: what its figures come from, and how far they may be off."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.again.why import explained
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import Cost, EstimateTooSmall, RunEstimate
from engine.forms.parts.fit_reasons import OnNamed
from knowledge.facts import Purchase

LINES = 4  # reasons of a doubt
SOURCE = "asks_source"  # the cue of a turn that asks what the figures come from
ENERGY = frozenset({"emits", "emits_no_grid"})  # codes of lines whose basis is that of a grid, and of no speed


class SureOfVerdict(Reason, code="sure_of_verdict"):
    """The confidence of a verdict, and how likely it names the cheaper chip."""

    level: str
    probability: float | None


class SureOfEstimate(Reason, code="sure_of_estimate"):
    """Between which hours and dollars four of five such runs end, and where the speed comes from."""

    basis: str
    hours: Interval | None
    usd: Interval


class SureOfMemory(Reason, code="sure_of_memory"):
    """Weights and states are arithmetic; `used` of `usable` GiB of each chip are taken."""

    used: float
    usable: float
    tight: bool


class SumOfVerdict(Reason, code="sum_of_verdict"):
    """What the dollars of a verdict are: machines x hours x price, `runs` times or months, and what its speed is
    from."""

    instance: str
    machines: int
    purchase: Purchase
    hours: float
    usd_per_hour: float
    usd: float
    runs: float
    monthly: bool
    port_usd: float
    basis: str


class SureOfSource(Reason, code="sure_of_source"):
    """It is what the sources say, as of their days."""


def doubted(told: FactAnswer, asked: Asked) -> FactAnswer:
    """The doubt first; then what the answer before rests on."""
    if SOURCE in asked.reading.cues:
        summed = _summed(told, asked) or explained(told, asked)
        if summed.headline != told.headline:
            return summed
    sure = asked.verdict.confidence if told.headline is None and told.verdict_below else None
    if sure is not None:
        probability = sure.probability if sure.probability is None else max(sure.probability, 1 - sure.probability)
        said: Reason = SureOfVerdict(level=sure.level, probability=probability)
        return told.model_copy(update={"headline": said, "sentences": sure.because[:LINES], "passages": ()})
    said, rest = _of_facts(told), tuple(entry for entry in (told.headline,) if entry is not None)
    return told.model_copy(update={"headline": said, "sentences": (*rest, *told.sentences), "table": None})


def _summed(told: FactAnswer, asked: Asked) -> FactAnswer | None:
    """The dollars of the recommended machine as their product, with what its speed rests on."""
    lead = asked.verdict.option if told.headline is None and told.verdict_below else None
    if lead is None:
        return None
    hours = lead.run.billed.likely
    said = SumOfVerdict(
        instance=lead.instance,
        machines=lead.count,
        purchase=lead.purchase,
        hours=hours,
        usd_per_hour=lead.price.usd_per_hour.likely,
        usd=lead.run.usd.likely,
        runs=lead.runs,
        monthly=asked.verdict.base.filled.profile.task == "inference",
        port_usd=lead.port.usd.likely,
        basis=lead.speed.basis,
        cites=lead.cites,
    )
    return told.model_copy(update={"headline": said, "sentences": asked.verdict.because[:LINES], "passages": ()})


def _of_facts(told: FactAnswer) -> Reason:
    basis = next((str(entry.values["basis"]) for entry in told.sentences if _has_basis(entry)), "")
    for entry in (told.headline, *told.sentences):
        if isinstance(entry, Cost) and basis:
            hours = entry.hours if isinstance(entry, RunEstimate | EstimateTooSmall) else None
            return SureOfEstimate(basis=basis, hours=hours, usd=entry.usd, cites=entry.cites[:3])
        if isinstance(entry, OnNamed):
            return SureOfMemory(used=entry.core_gib, usable=entry.usable_gib, tight=entry.tight, cites=entry.cites)
    return SureOfSource(cites=told.headline.cites if told.headline else ())


def _has_basis(entry: Reason) -> bool:
    return "basis" in entry.values and entry.code not in ENERGY
