"""Whether the figures of the answer before are of each card or of all: "is that per GPU?", "in total?"."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.fits.taken import TakenEach, TakenOn
from engine.forms.how_fast import AnswerTime, SpeedOn
from engine.forms.parts.estimate_reasons import EstimateTooSmall, RunEstimate
from engine.forms.parts.fit_reasons import MemoryNeeded, OnNamed

EACH = "each_or_all"  # the cue


class EachHours(Reason, code="each_hours"):
    """Hours are of the run, on all `chips` at once; dollars are of all of them, `usd_each` of one."""

    hours: Interval
    chips: int
    chip: str
    chip_hours: float
    usd: Interval
    usd_each: float


class EachMemory(Reason, code="each_memory"):
    """So much is on each of `chips`, `all_gib` in all."""

    each_gib: float
    usable_gib: float
    chips: int
    all_gib: float


class EachNeeded(Reason, code="each_needed"):
    """What a model takes is in all, shared by the cards that it is split over."""


class EachSpeed(Reason, code="each_speed"):
    """Tokens a second of all `chips`, and of one of them."""

    chips: int
    chip: str
    tokens_per_second: float
    of_one: float


def of_each(told: FactAnswer) -> FactAnswer:
    """The answer with what its figures are of in front; itself, where they are of nothing that is shared."""
    entries = told.sentences if isinstance(told.headline, AnswerTime) else (told.headline,)  # its speed is below it
    said = next((made for entry in entries if entry is not None and (made := _said(entry)) is not None), None)
    if said is None:
        return told
    first = (told.headline,) if told.headline is not None else ()
    return told.model_copy(update={"headline": said, "sentences": first, "table": None, "verdict_below": False})


def _said(entry: Reason) -> Reason | None:
    if isinstance(entry, RunEstimate | EstimateTooSmall):
        hours, chips = entry.hours, entry.chips
        return EachHours(
            hours=hours,
            chips=chips,
            chip=entry.chip,
            chip_hours=hours.likely * chips,
            usd=entry.usd,
            usd_each=entry.usd.likely / chips,
            cites=entry.cites[:2],
        )
    if isinstance(entry, OnNamed):
        chips = max(entry.said, 1)
        return EachMemory(
            each_gib=entry.core_gib,
            usable_gib=entry.usable_gib,
            chips=chips,
            all_gib=entry.core_gib * chips,
            cites=entry.cites[:2],
        )
    if isinstance(entry, SpeedOn):
        speed = entry.tokens_per_second.likely
        return EachSpeed(
            chips=entry.chips,
            chip=entry.chip,
            tokens_per_second=speed,
            of_one=speed / entry.chips,
            cites=entry.cites[:2],
        )
    if isinstance(entry, MemoryNeeded):
        return EachNeeded()
    return TakenEach() if isinstance(entry, TakenOn) else None
