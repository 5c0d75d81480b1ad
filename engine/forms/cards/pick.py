"""Which of several cards to take for a kind of work: the fastest of those that hold it, else the largest."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.reason import Reason
from engine.forms.cards.sides import TESTED, CardSide, at_most, card_sides, generation, is_owned
from engine.forms.form import Asked
from engine.forms.kinds.kind import NOMINAL, PHASES, Work
from engine.workload.equipment import of_role

PAIR, MOST = 2, 6  # cards to choose from
ENDED = "ended"  # the state of a generation that nothing current runs on
NEAR = 1.1  # times the speed of another card, up to which one is no faster


class Pick(Reason, code="domain_pick"):
    """The card to take of those that were named, several where they are as fast; of several vendors that on whose
    cards such programs are tried.

    `gb`: what the work is comfortable with, or what the amounts that were said take; `holds`: whether `take` have
    it, else they are the largest of cards that all have less. `slower`: the others that have it, and the 16-bit math
    of the first over that of the fastest and the slowest of them; `short`: those with less memory.
    """

    take: tuple[str, ...]
    gib: float
    gb: float
    holds: bool
    name: str
    phase: str
    slower: tuple[str, ...]
    times: tuple[float, float]
    short: tuple[str, ...]


def pick(work: Work, asked: Asked, amount_gb: float = 0.0) -> Pick | None:
    """None for less than two cards to choose from, several of one, or work of which no memory is known.

    Nor where all of them are rented: then what a run costs decides.
    """
    sides = _to_choose(asked)
    entry = next((entry for phase in PHASES if work.phase in (phase, None) for entry in work.memory(phase)), None)
    if entry is None or not PAIR <= len(sides) <= MOST or any(side.number > 1 for side in sides):
        return None
    if not any(is_owned(side, asked) for side in sides):
        return None
    gb = amount_gb or entry.comfortable
    enough = [side for side in sides if side.gib[1] >= gb * NOMINAL]
    most = max(side.gib[1] for side in sides)
    pool = enough or [side for side in sides if side.gib[1] >= most * NOMINAL]
    pool = [side for side in pool if all(chip.vendor == TESTED for chip in side.chips)] or pool
    fastest = max(map(at_most, pool))
    take = [side for side in pool if at_most(side) * NEAR >= fastest]
    slower = [side for side in enough if side not in take]
    over = [fastest / at_most(side) for side in slower] or [0.0]
    chips = [side.chip for side in (*take, *slower)]
    return Pick(
        take=tuple(side.name for side in take),
        gib=min(side.gib[1] for side in take),
        gb=gb,
        holds=bool(enough),
        name=work.name,
        phase=entry.phase,
        slower=tuple(side.name for side in slower),
        times=(min(over), max(over)),
        short=tuple(side.name for side in sides if side not in (*take, *slower)),
        cites=tuple(dict.fromkeys((entry.source, *(chip.bf16_dense_tflops.source for chip in chips)))),
    )


def _to_choose(asked: Asked) -> Sequence[CardSide]:
    """What is at hand is none of them, where others are asked about."""
    at_hand = {one.id for one in of_role(asked.reading, "owned")}
    sides = card_sides(asked)
    new = [side for side in sides if side.word not in at_hand]
    found = new if len(new) >= PAIR else sides
    alive = [side for side in found if (kind := generation(side, asked)) is None or kind.state != ENDED]
    return alive if len(alive) >= PAIR else found
