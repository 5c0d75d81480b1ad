"""Whether so many of a card hold the work that was said, as the answer on memory has it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.forms.cards.sides import CardSide
from engine.forms.fit import FIT
from engine.forms.form import Asked
from engine.workload.profile import Equipment

FITS = frozenset({"fits_there", "fits_shorter", "fits_partly", "taken_fits"})  # codes of first lines
FAILS = frozenset({"too_small_there", "taken_too_much", "fit_ran_out", "fit_ran_out_serving"})


class Holds(NamedTuple):
    """`fits` is None where it cannot be told; `usable`: GiB on all of them together."""

    fits: bool | None
    usable: float = 0.0
    tight: bool = False


def holds(side: CardSide, number: int, asked: Asked, precision: str | None = None) -> Holds:
    """Of the first card of that name."""
    said = asked.profile
    if not (said.parameters or said.variant):
        return Holds(None)
    name = side.chip.id
    slots: dict[str, object] = {
        "candidates": (name,), "instances": (), "accelerator_count": number, "instance_count": None,
        "current_instances": (), "current_count": None, "chip_memory_gb": None, "clouds": (), "region": None,
    }  # fmt: skip
    slots |= {"precision": precision, "task": "inference", "method": None} if precision else {}
    profile = said.model_copy(update=slots)
    alone = Equipment(id=name, chips=number, words=side.word)
    reading = asked.reading.model_copy(
        update={"profile": profile, "hardware": (alone,), "unavailable": (), "memories": (), "cues": ()}
    )
    stated = FIT.answer(replace(asked, reading=reading, judged=None))
    first = stated.headline if stated else None
    if first is None or first.code not in FITS | FAILS:
        return Holds(None)
    usable = first.values.get("usable_all_gib") or 0.0
    return Holds(first.code in FITS, float(usable), first.code == "fits_partly")
