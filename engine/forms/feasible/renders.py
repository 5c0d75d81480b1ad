"""Whether what draws runs on the chips that are named, and the machines to rent on which it does."""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.answers.support import chips_asked, features_named, row_of
from engine.base.reason import Reason
from engine.forms.form import Asked, question_of
from engine.forms.machines.rungs import Rung, clouds_of, machines_with, place_of
from engine.forms.support import LEVELS, ORDER, Supported, differs, supports
from engine.workload.conditions import FAMILIES
from knowledge.facts import COMPARED, Feature

DRAWS = "graphics"  # the kind of such features
WHICH = frozenset({"which_hardware", "which", "advise", "choice"})  # cues of who asks for a card
SUMS = frozenset({"hours", "dollars", "rate"})  # predicates
RUNS = frozenset({"yes", "beta"})
RAYS = "rt_cores"  # the feature
SHOWN = 3
LEAST_GIB = "draws_least_gib"  # the constant


class OnSale(NamedTuple):
    """A machine, its chip and USD an hour."""

    type: str
    chip: str
    usd: float


class NoRays(Reason, code="no_rays"):
    """Chips without units for rays, whose names are joined."""

    chips: str
    evidence: str


class RendersOn(Reason, code="renders_on"):
    """The cheapest machines on which it runs well."""

    feature: str
    machines: tuple[OnSale, ...]


def renders(asked: Asked, _stated: FactAnswer) -> FactAnswer | None:
    """None where nothing that draws is named, or neither a chip nor which to take."""
    features = [one for one in features_named(asked.reading.text, asked.facts) if one.kind == DRAWS]
    chips = chips_asked(asked.profile, asked.facts) if set(asked.profile.candidates) - FAMILIES else ()
    chips = chips or (chips_asked(asked.profile, asked.facts) if asked.profile.instances else ())
    wants = not WHICH.isdisjoint(asked.reading.cues)
    if not features or not (chips or wants):
        return None
    features.sort(key=lambda one: one.id == RAYS)  # a program that is named before what it asks for
    lines = [line for feature in features for line in supports(feature, chips, asked.facts)]
    if lines and lines[0].answer in RUNS and not SUMS.isdisjoint(asked.reading.sought.predicates):
        return None  # hours or dollars of what runs there
    lines.sort(key=lambda line: -ORDER.index(line.answer))
    to_rent = _on_sale(asked, features)
    rent = [to_rent] if to_rent else []
    poor = not lines or lines[0].answer in ("no", "partly")
    told: list[Reason] = [_worded(line, asked.facts.features[RAYS]) for line in lines[:SHOWN]]
    of_first = [line for line in lines if lines[0].feature == line.feature]
    if len({line.answer for line in of_first}) > 1:
        told.insert(0, differs(features[0], of_first))
    told[1:1] = rent if poor else ()
    if not told or (not chips and not rent):
        return None
    return FactAnswer(headline=told[0], sentences=tuple(told[1:]), whole=True)


def _worded(line: Supported, rays: Feature) -> Reason:
    """Of rays no yes and no no: whether they are slower may be what is asked."""
    if line.feature != rays.name or line.answer in RUNS:
        return line
    return NoRays(chips=line.chips, evidence=line.evidence, cites=line.cites)


def _on_sale(asked: Asked, features: list[Feature]) -> RendersOn | None:
    question = question_of(asked)
    clouds = clouds_of(question) or COMPARED[:1]
    place = place_of(question, clouds[0])
    least = asked.library.constants.likely(LEAST_GIB)
    found = machines_with(question, clouds[:1], least, trains=False, place=place)
    found = [one for one in found if one.thing.count == 1 and all(_runs_well(one, name, asked) for name in features)]
    if not found:
        return None
    machines = tuple(OnSale(one.thing.id, one.chip.name, one.usd) for one in found[:SHOWN])
    cites = tuple(dict.fromkeys(cite for one in found[:SHOWN] for cite in one.quote.cites))
    return RendersOn(feature=features[0].name, machines=machines, cites=cites)


def _runs_well(one: Rung, feature: Feature, asked: Asked) -> bool:
    row = row_of(feature, one.chip, asked.facts)
    return row is not None and LEVELS[row.level] == "yes"
