"""Why another chip or machine than the one recommended is not: what it would cost, and what holds it back.

The question stays as it was: naming a chip this way neither adds it to what is compared nor asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.again.software import of_software
from engine.forms.form import Asked
from engine.options.named import is_named
from engine.options.option import CostedOption, ExcludedOption, Option
from engine.workload.profile import Profile
from knowledge.facts import Cloud, Purchase

OTHER = "why_not_other"  # the cue of such a turn


class WhyNot(Reason, code="why_not"):
    """The named one at its best against the recommended one, in dollars of all `runs` or months.

    `held` is the code of what holds it back, `held_by` the values it is told with.
    """

    chip: str
    option: str
    machines: int
    purchase: Purchase
    cloud: Cloud
    usd: float
    port_usd: float
    lead: str
    lead_machines: int
    lead_purchase: Purchase
    lead_usd: float
    runs: float
    monthly: bool
    held: str
    held_by: tuple[tuple[str, str | float], ...]


class WhyNotLeft(Reason, code="why_not_left"):
    """It cannot be used at all: `because` is told behind it."""

    chip: str


class WhyNotUnheld(Reason, code="why_not_unheld"):
    """No machine of it is on sale where this was asked."""

    chip: str


class WhyNotTaken(Reason, code="why_not_taken"):
    """It is the one that is recommended."""

    chip: str
    option: str


def why_not(told: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer before, with the reason first; as it was where it recommends nothing."""
    turn = asked.reading.turn
    asked = _beside_those(asked, turn) if turn is not None and told.headline is not None else asked
    judged = asked.verdict
    if turn is None or judged.option is None:
        return told
    words = frozenset((*turn.candidates, *turn.instances))
    found = [one for one in judged.base.options if _is_meant(one, words, asked)]
    first, beside = _first(found, judged.option, words, asked)
    return told.model_copy(update={"headline": first, "sentences": beside, "passages": (), "table": None})


def _beside_those(asked: Asked, turn: Profile) -> Asked:
    """The work of an answer that advised nothing, on what it was told of and on what the turn names."""
    said = asked.reading.profile
    if not (said.candidates or said.instances):
        return asked
    chips = tuple(dict.fromkeys((*said.candidates, *turn.candidates)))
    types = tuple(dict.fromkeys((*said.instances, *turn.instances)))
    profile = said.model_copy(
        update={"candidates": chips, "instances": types, "accelerator_count": None, "instance_count": None}
    )
    return Asked(asked.reading.model_copy(update={"profile": profile}), asked.library, asked.day)


def of_named(told: FactAnswer, asked: Asked) -> FactAnswer:
    """ "What about Inferentia2?", in a thread of advice: what that costs first, unless it is what is recommended."""
    words, advises = frozenset(asked.reading.named), told.verdict_below and told.headline is None
    if not advises or not words:  # before a verdict is worked out, which takes longer than most answers
        return told
    judged = asked.verdict
    if judged.option is None or _is_meant(judged.option, words, asked):
        return told
    found = [one for one in judged.base.options if _is_meant(one, words, asked)]
    first, beside = _first(found, judged.option, words, asked)
    return told.model_copy(update={"headline": first, "sentences": beside})


def _first(
    found: Sequence[Option], lead: CostedOption, words: frozenset[str], asked: Asked
) -> tuple[Reason, tuple[Reason, ...]]:
    costed = [one for one in found if isinstance(one, CostedOption) and not one.at_hand]
    if any(one.id == lead.id for one in costed):
        return WhyNotTaken(chip=lead.chip_name, option=lead.instance), asked.verdict.because[:1]
    best = min(costed, key=lambda one: (*_rank(one), one.choice_usd(one.runs), one.id), default=None)
    if best is None:
        left = next((one for one in found if isinstance(one, ExcludedOption)), None)
        if left is not None:
            return WhyNotLeft(chip=left.chip_name), (left.reason,)
        return WhyNotUnheld(chip=_name(words, asked)), ()
    return _against(best, lead, asked), _in_words(best, asked)


def _against(best: CostedOption, lead: CostedOption, asked: Asked) -> WhyNot:
    return WhyNot(
        chip=best.chip_name,
        option=best.instance,
        machines=best.count,
        purchase=best.purchase,
        cloud=best.cloud,
        usd=best.usd_total.likely,
        port_usd=best.port.usd.likely,
        lead=lead.instance,
        lead_machines=lead.count,
        lead_purchase=lead.purchase,
        lead_usd=lead.usd_total.likely,
        runs=lead.runs,
        monthly=asked.verdict.base.filled.profile.task == "inference",
        held=best.not_leading.code if best.not_leading else "",
        held_by=tuple(_plain(best.not_leading)) if best.not_leading else (),
        cites=tuple(dict.fromkeys((*best.price.cites, *best.speed.cites[:1], *lead.price.cites))),
    )


def _plain(held: Reason) -> Iterator[tuple[str, str | float]]:
    """The words and numbers of a reason."""
    return ((name, value) for name, value in held.values.items() if isinstance(value, str | int | float))


def _in_words(best: CostedOption, asked: Asked) -> tuple[Reason, ...]:
    """What its software does not do as it is."""
    return of_software(asked.reading, (asked.facts.accelerators[best.accelerator],), asked.facts)


def _rank(option: CostedOption) -> tuple[bool, bool]:
    """What may lead first; of the rest what nobody takes away."""
    return not option.may_lead, option.purchase == "spot"


def _is_meant(option: Option, words: frozenset[str], asked: Asked) -> bool:
    return option.instance in words or is_named(asked.facts.accelerators[option.accelerator], words)


def _name(words: frozenset[str], asked: Asked) -> str:
    chips = asked.facts.accelerators
    return ", ".join(chips[word].name if word in chips else word for word in sorted(words))
