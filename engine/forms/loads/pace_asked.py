"""How many images or hours of sound one machine does, or how long one takes: as published of it, else carried."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.loads.loads import COUNTS, MEMORY, comes_from
from engine.forms.loads.loads_reasons import LoadUsual
from engine.forms.loads.model import served_model
from engine.forms.loads.rates import CLIP_SECONDS, rate_of
from engine.forms.loads.streams_held import place_of
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import Part, Shown, shown_in
from engine.workload.samples import NO_TOKENS

CLIP, PICTURE = "clip", "image"  # units of models
TOLD = (
    "samples", "samples_per_second", "latency_ms", "tokens_per_day", "requests_per_second",
    "concurrent_users", "run_hours", "epochs",
)  # fmt: skip
ELSE = (
    "asks_cost",
    "price_strong",
    "which_hardware",
    "judged",
    "vs",
    "compare",
    "better",
    "fit_least",
    "is_normal",
)  # cues
_PICTURES = r"(?:images?|imgs?|pictures?|frames?)"
_PACE = re.compile(
    rf"(?:how many|what|which|max(?:imum)?|expected)[^.?!]{{0,30}}{_PICTURES}"
    r"[^.?!]{0,20}(?:per|a|/|each)\s?(?:s\b|sec|second|minute|min\b|hour)"
    r"|(?:how many|what|expected|max(?:imum)?) fps|\bfps\b[^.!]{0,40}\?"
    r"|(?:seconds?|time|long|lange?|temps|tarda)[^.?!]{0,25}(?:per|pro|each|an?|one|par|por|für ein)\s"
    r"(?:image|picture|bild|frame|imagen)"
    r"|real[- ]time factor|how (?:fast|much faster than real)|images?/s",
    re.IGNORECASE,
)


class PaceExpected(Reason, code="pace_expected"):
    """The first line: samples a second of `chips` of a chip, of sound hours an hour; `each`: seconds of one, where
    fewer than one a second come, or that is asked, else None."""

    unit: str
    model: str
    steps: int | None
    side: int | None
    machine: str
    chip: str
    chips: int
    speed: Interval
    each: Interval | None


def asks(shown: Shown) -> bool:
    """Whether a pace is asked for, of one kind of machine, and no load or pace is told."""
    said = shown.said
    if shown.trains or shown.of_else or said.method is not None or shown.has(*ELSE) or shown.has(*MEMORY):
        return False
    pictured = re.search(_PICTURES, shown.text, re.IGNORECASE) is not None
    if not (pictured or shown.has(COUNTS) or said.architecture in NO_TOKENS) or any(said.says(slot) for slot in TOLD):
        return False
    return shown.things == 1 and _PACE.search(shown.text) is not None


def answer(question: Question) -> FactAnswer | None:
    """None where no speed of that model can be told."""
    facts, shown = question.library.facts, shown_in(question.reading)
    served, place = served_model(shown.text, question.said, facts), place_of(question)
    if served is None or place is None or served.model.unit not in (CLIP, PICTURE):
        return None
    rate = rate_of(served, place.chip, facts, question.library.constants)
    if rate is None:
        return None
    sound = served.model.unit == CLIP
    speed = rate.speed.times(place.chips * (CLIP_SECONDS if sound else 1.0))
    first = PaceExpected(
        unit="hour" if sound else served.model.unit,
        model=served.model.name,
        steps=served.steps,
        side=served.side,
        machine=place.machine.id if place.machine else "",
        chip=place.chip.name,
        chips=place.chips,
        speed=speed,
        each=speed.inverse() if speed.likely < 1 and not sound else None,
        cites=(rate.row.source,),
    )
    usual = () if served.is_sized else (LoadUsual(model=served.model.name),)
    return FactAnswer(headline=first, sentences=(comes_from(place.chip, rate, served), *usual), whole=True)


PACE_ASKED = Part(asks, answer)
