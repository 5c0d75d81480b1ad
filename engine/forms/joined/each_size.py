"""Several sizes in one question for hours and cost: a line for each of them, none of a size that nobody named."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.estimate import answer as estimated
from engine.forms.fit import answer as fits
from engine.forms.fit import each_model
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.forms.parts.fit_reasons import Held, OnNamed

SEVERAL = 2


class SizeRun(NamedTuple):
    """One size: how many chips each way takes (none where no chip was named), and hours and dollars of a run."""

    parameters: float
    model: str
    every: tuple[Held, ...]
    hours: float
    usd: float
    instance: str
    machines: int
    chips: int


class EachSize(Reason, code="each_size"):
    """The sizes in their order, the chips that were named, and the tokens that were assumed of a run."""

    sizes: tuple[SizeRun, ...]
    chip: str
    assumed_tokens: float | None


class EachSizeScales(Reason, code="each_size_scales"):
    """How hours and dollars go with the data."""


def each_size(asked: Asked) -> FactAnswer | None:
    """None unless several sizes are named, and each of them is costed."""
    cases = each_model(asked) if asked.reading.ambiguous.keys() & {"parameters", "variant"} else ()
    if len(cases) < SEVERAL:
        return None
    found: list[SizeRun] = []
    chip, assumed = "", None
    cites: dict[str, None] = {}
    for case in cases:
        one = replace(asked, reading=case)
        told = estimated(one)
        lines = (told.headline, *told.sentences) if told else ()
        run = next((line for line in lines if isinstance(line, RunEstimate)), None)
        room = next((line for line in lines if isinstance(line, OnNamed)), None)
        if room is None and case.profile.candidates:
            held = fits(one)
            room = held.headline if held and isinstance(held.headline, OnNamed) else None
        if run is None or case.profile.parameters is None:
            return None
        cites |= dict.fromkeys((*run.cites, *(room.cites if room else ())))
        chip, assumed = room.chip if room else "", run.assumed_tokens
        every = room.every if room else ()
        found.append(
            SizeRun(
                case.profile.parameters,
                room.model if room else "",
                every,
                run.hours.likely,
                run.usd.likely,
                run.instance,
                run.machines,
                run.chips,
            )
        )
    first = EachSize(sizes=tuple(found), chip=chip, assumed_tokens=assumed, cites=tuple(cites)[:4])
    return FactAnswer(headline=first, sentences=(EachSizeScales(),))
