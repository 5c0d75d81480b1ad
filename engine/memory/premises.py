"""What a sum of training rests on where sequences are long: the logits of a loss, and one sequence on one chip.

Sharding (ZeRO, FSDP) divides the states, never the activations of a sequence: those and its logits lie on one chip
unless tensor, sequence or context parallelism splits the sequence over several.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.memory.placement import Need, core_bytes
from knowledge.units import gib


class OnChips(NamedTuple):
    """`cores` of each of so many `instances`, with the `usable` bytes of one, of a model with so many heads."""

    usable: float
    cores: int
    instances: int
    heads: int | None


class Premises(NamedTuple):
    """Over how many chips each sequence has to be split for it to fit (1: none, 0: over no number of them).

    `chunked`: with the loss taken in chunks (fused); `plain`: with one that holds every logit, `logits_gib` in all of
    one micro-batch. `each_gib` is then on each, without chunks where that fits.
    """

    chunked: int
    plain: int
    logits_gib: float
    each_gib: float

    @property
    def is_bare(self) -> bool:
        """Whether it fits as any trainer runs it."""
        return self.plain == 1


def premises(chunked: Need, logits: float, chips: OnChips) -> Premises | None:
    """Of a need without logits, and the bytes of them that a plain loss holds at once; None where nothing fits."""
    eased, each = _split_over(chunked, chips)
    if not eased:
        return None
    plain, whole = _split_over(chunked._replace(split=chunked.split + logits), chips)
    return Premises(eased, plain, gib(logits), gib(whole if plain and (eased > 1 or plain == 1) else each))


def _split_over(need: Need, chips: OnChips) -> tuple[int, float]:
    """The fewest chips that a sequence has to be split over, and the bytes on each then."""
    degrees = need.degrees(chips.cores, chips.heads)
    taken = ((degree, core_bytes(need, degree, chips.cores, chips.instances, None)) for degree in degrees)
    return next(((degree, size) for degree, size in taken if size <= chips.usable), (0, 0.0))
