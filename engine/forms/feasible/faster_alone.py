"""How much faster one card writes to a single user than another: by the memory bandwidth alone."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.quantity.slots import is_alone, named_kinds
from knowledge.facts import Accelerator

PAIR = 2
ASKS, ONE = "how_much_faster", "one_user"  # cues


class FasterAlone(Reason, code="faster_alone"):
    """The faster first; `times` of the other, with as many cards as were said of each."""

    faster: str
    slower: str
    said: tuple[int, int]
    gbps: tuple[float, float]  # of all cards
    times: float
    compute: float  # times, of the 16-bit math


def faster_alone(asked: Asked, stated: FactAnswer) -> FactAnswer | None:
    """None unless two cards are named, and one user, stream or request at a time is spoken of."""
    reading = asked.reading
    if ASKS not in reading.cues or not (ONE in reading.cues or is_alone(reading.text)):
        return None
    kinds = [kind for kind in named_kinds(asked.problem) if kind.chip and kind.chip.hbm_gbps]
    if len(kinds) != PAIR:
        return None
    rates = [(_gbps(kind.chip, kind.said), kind) for kind in kinds]
    (least, slower), (most, faster) = sorted(rates, key=lambda one: one[0])
    headline = FasterAlone(
        faster=faster.name,
        slower=slower.name,
        said=(max(1, faster.said), max(1, slower.said)),
        gbps=(most, least),
        times=most / least,
        compute=_tflops(faster.chip, faster.said) / _tflops(slower.chip, slower.said),
        cites=tuple(dict.fromkeys(kind.chip.hbm_gbps.source for kind in kinds if kind.chip and kind.chip.hbm_gbps)),
    )
    return FactAnswer(headline=headline, sentences=_below(stated), whole=True)


def _below(stated: FactAnswer) -> tuple[Reason, ...]:
    """What was worked out of each of them."""
    return (stated.headline, *stated.sentences) if stated.headline is not None and not stated.verdict_below else ()


def _gbps(chip: Accelerator | None, said: int) -> float:
    return chip.hbm_gbps.value * max(1, said) if chip and chip.hbm_gbps else 0.0


def _tflops(chip: Accelerator | None, said: int) -> float:
    return chip.bf16_dense_tflops.value * max(1, said) if chip else 1.0
