"""Whether a card has room for a kind of work, by the memory its authors or its users report."""

from __future__ import annotations

import math
import re
from typing import Literal

from engine.base.reason import Reason
from engine.forms.kinds.kind import NOMINAL, PHASES, Work
from engine.forms.parts.hardware import Hardware
from engine.options.named import SAID_MEMORY
from engine.options.too_small import memory_cite
from knowledge.facts import DomainMemory

Level = Literal["enough", "tight", "below"]
AMPLE = 1.4
SCALE = {"k": 1e3, "t": 1e3, "m": 1e6}
MANY = 512  # cards nobody counts up to: such a number is of something else


class Taken(Reason, code="domain_taken"):
    """What one card takes for it, in GB: `least` for small settings, `comfortable` for usual ones. Of which phase."""

    name: str
    phase: str
    of: str
    least: float
    comfortable: float
    is_first: bool


class Room(Reason, code="domain_room"):
    """Whether the card that was named, or cards of so much memory, have that. `ran_out`: somebody saw that they had
    not; `said`: how many there are, each of which needs it; `is_project`: the figures are of that very program."""

    chip: str
    card_gib: float
    said: int
    level: Level
    ran_out: bool
    failed: bool  # somebody saw that it did not run there, and not why
    is_project: bool
    name: str
    phase: str
    of: str
    least: float
    comfortable: float
    asks_least: bool  # whether another card is really needed is asked
    whole: float  # GB of training all weights, where it ran out and no method was said, or both are asked; else 0


def taken(work: Work, at_most: int = 2) -> tuple[Taken, ...]:
    """What it takes in the phase that is meant, else in each."""
    entries = [entry for phase in PHASES if work.phase in (phase, None) for entry in work.memory(phase)]
    return tuple(
        Taken(
            name=work.name,
            phase=entry.phase,
            of=entry.of,
            least=entry.least,
            comfortable=entry.comfortable,
            is_first=at == 0,
            cites=(entry.source,),
        )
        for at, entry in enumerate(entries[:at_most])
    )


def room(
    work: Work,
    kind: Hardware,
    *,
    said: int,
    ran_out: bool,
    failed: bool = False,
    unsaid: bool = False,
    least: bool = False,
    both: bool = False,
) -> Room | None:
    """None where no figure is known of the phase that is meant. `unsaid`: what of the network is trained; `both`: all
    weights and adapters are asked about."""
    entries = [entry for phase in PHASES if work.phase in (phase, None) for entry in work.memory(phase)]
    if not entries:
        return None
    entry = entries[0]
    of_all = (one.least for one in entries if one.phase == entry.phase and entry.adapters and not one.adapters)
    whole = next(of_all, 0.0) if both or (ran_out and unsaid) else 0.0
    return Room(
        chip=kind.name,
        card_gib=kind.chip_gib,
        said=said if 1 < said <= MANY else 1,
        level=_level(kind.chip_gib, entry, is_project=work.kinds[0].is_project),
        is_project=work.kinds[0].is_project,
        ran_out=ran_out,
        failed=failed,
        name=work.name,
        phase=entry.phase,
        of=entry.of,
        least=entry.least,
        comfortable=entry.comfortable,
        asks_least=least,
        whole=whole if kind.chip_gib < whole * NOMINAL else 0.0,
        cites=(entry.source, *((memory_cite(kind.chip),) if kind.chip else ())),
    )


def by_need(kinds: tuple[Hardware, ...], *, least: bool) -> tuple[Hardware | None, tuple[Hardware, ...]]:
    """The card of which it is doubted that it is needed, and the others by their size, that one last."""
    if not least or not kinds:
        return None, kinds
    first = max(kinds, key=lambda kind: kind.chip_gib)  # of a smaller one nobody doubts that it is needed
    name = SAID_MEMORY.sub("", first.name)
    others = [kind for kind in kinds if SAID_MEMORY.sub("", kind.name) != name]
    return first, (*sorted(others, key=lambda kind: kind.core.total), first)


class AmountTakes(Reason, code="domain_amount"):
    """What the amounts that were said take, in GB (0: more than any card that was tried), and the card that was named
    (0: none). `most`: the largest amount known."""

    said: str
    gb: float
    most: float
    card_gib: float
    chip: str
    level: Level
    ran_out: bool
    asks_least: bool  # whether another card is really needed is asked


def of_amount(
    work: Work, text: str, kind: Hardware | None, *, ran_out: bool, least: bool = False
) -> AmountTakes | None:
    """None where the kind is not counted so, or the text says no such amounts."""
    entry = work.amount
    found = [_found(units, text) for units in entry.units] if entry else []
    if entry is None or not all(found):
        return None
    amounts = [one for one in found if one]
    product = math.prod(amount for amount, _ in amounts)
    most = entry.takes[-1][0] if entry.takes else math.inf
    gb = product * entry.gb_each if entry.gb_each else next((gb for upto, gb in entry.takes if product <= upto), 0.0)
    card = kind.chip_gib if kind else 0.0
    return AmountTakes(
        said=" x ".join(words for _, words in amounts),
        gb=gb,
        most=0.0 if gb else most,
        card_gib=card,
        chip=kind.name if kind else "",
        level=_of_card(card, gb),
        ran_out=ran_out,
        asks_least=least,
        cites=(entry.source, *((memory_cite(kind.chip),) if kind and kind.chip else ())),
    )


def _of_card(card_gib: float, gb: float) -> Level:
    """A card that is sold as so many GB and has less of them is at the edge."""
    if not gb or card_gib < gb * NOMINAL:
        return "below"
    return "enough" if card_gib >= gb else "tight"


def counted(work: Work, text: str) -> str:
    """The amounts that this kind of work is counted in, in the words of the text; empty where one is not said."""
    found = [_found(units, text) for units in work.amount.units] if work.amount else []
    return " ".join(one[1] for one in found if one) if found and all(found) else ""


def product_of(work: Work, text: str) -> float:
    """The amounts that this kind of work is counted in, multiplied; 0 where one of them is not said."""
    found = [_found(units, text) for units in work.amount.units] if work.amount else []
    return math.prod(one[0] for one in found if one) if found and all(found) else 0.0


def _found(units: tuple[str, ...], text: str) -> tuple[float, str] | None:
    """The first amount that is counted in one of these, and its words: "50M rows", "3440 a.a."."""
    words = "|".join(sorted(map(re.escape, units), key=len, reverse=True))
    pattern = rf"(\d[\d,.]*\d|\d)\s?(k|m|million|thousand)?[\s-]{{0,2}}({words})(?!\w)"
    one = re.search(pattern, text, re.IGNORECASE)
    if one is None or one[1].count(".") > 1:
        return None
    return float(one[1].replace(",", "")) * SCALE.get((one[2] or "").lower()[:1], 1.0), one[0]


def _level(card_gib: float, entry: DomainMemory, *, is_project: bool) -> Level:
    """What is usual of a kind may be too little for a project of that kind: then there has to be more."""
    if card_gib >= entry.comfortable * (NOMINAL if is_project else AMPLE):
        return "enough"
    return "tight" if card_gib >= entry.least * NOMINAL else "below"
