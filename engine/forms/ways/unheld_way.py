"""A way to buy of which no price is held at all: what follows is bought in other ways, and that is said first."""

from __future__ import annotations

from engine.base.reason import Reason
from engine.workload.profile import Reading

CUE = "unheld_way_"  # how the cues of such ways begin; knowledge/data/language/cues_money.toml


class UnheldWay(Reason, code="unheld_way"):
    """The ways by their names in the data."""

    ways: tuple[str, ...]


def unheld_ways(reading: Reading) -> tuple[UnheldWay, ...]:
    """() where none is named."""
    ways = tuple(cue.removeprefix(CUE) for cue in reading.cues if cue.startswith(CUE))
    return (UnheldWay(ways=ways),) if ways else ()
