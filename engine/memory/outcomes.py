"""What a sum of memory comes to beside whether it fits: copies, a cache, a cause, a change, a machine instead."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.memory.ways import Way


class Copies(NamedTuple):
    """One way sharded over every core, and copied to each: GiB on a core, and the usable memory of one."""

    way: Way
    shared_gib: float
    copied_gib: float
    usable_gib: float
    core: str

    @property
    def fails(self) -> bool:
        return self.copied_gib > self.usable_gib


class Cached(NamedTuple):
    """Keys and values of one request of the length that was said, and for how many there is room where it fits."""

    tokens: float
    gib: float
    rooms: tuple[tuple[Way, int], ...]


class Cause(NamedTuple):
    """What most likely takes more than the sum where it ran out of memory although it fits: GiB in all.

    Weights loaded in FP32; room for the whole context of the model; activations that are all kept; a loss that keeps
    the logits several times.
    """

    of: Literal["fp32", "context", "recompute", "logits"]
    gib: float
    tokens: float = 0.0


class FitChange(NamedTuple):
    """One change by which it fits on what was named."""

    change: str
    to: float


class Instead(NamedTuple):
    """The cheapest machine that holds the way by itself: `chips` of a `chip`, USD an hour, and how it is bought."""

    way: Way
    instance: str
    chips: int
    chip: str
    usd_per_hour: float
    purchase: str
    cite: str
