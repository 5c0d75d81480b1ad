"""Cards of one's own instead of those that others trained on: "the authors used 8 V100, can I train it on one 3090?".

Where nothing is known of the work. In data parallel each card holds the whole model and a batch of its own, so the
memory of one card decides, and the number of cards is time alone: theirs x speed of one / (own x speed of one).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.there import hours_over
from engine.forms.joined.timed import Machine, is_of_others, told_of
from engine.options.named import is_named
from engine.workload.phases import phases_said
from knowledge.facts import Accelerator

ABLE = frozenset({"able", "fit", "support"})  # predicates, one of them asked
ELSE = frozenset(
    {"dollars", "hours", "carbon", "commit", "rate", "meaning", "effect", "which", "why"}
)  # none of them
SIZED = frozenset({"parameters", "variant", "model", "tokens", "run_hours", "seconds_per_step"})  # slots
RAN_OUT = frozenset({"memory_error", "no_room"})  # cues
TRAINING, SERVES = "training", "inference"  # phases
NEAR = 0.98  # of their memory is as much
FAMILY, BESIDE = "-", 8  # characters, in which the memory of a card stands beside its name
GB = re.compile(r"\d\s?gi?b\b", re.IGNORECASE)
OF_MEMORY = re.compile(r"\s\d+ GB$")


class FewerCards(Reason, code="fewer_cards"):
    """GiB of a card of one's own, and of theirs, which may be of two sizes; how many of each; `low` to `high` times
    as long there. `level`: whether a card holds as much as theirs, as the smaller of the two, or less. `steps`: over
    which gradients are accumulated for the same batch in all; `same`: both are of one chip."""

    own: str
    own_count: int
    own_gib: float
    theirs: str
    theirs_count: int
    least_gib: float
    most_gib: float
    low: float
    high: float
    level: str
    steps: int
    same: bool


class _Side(NamedTuple):
    chip: Accelerator
    cards: int


def fewer_cards(asked: Asked) -> FactAnswer | None:
    """None unless cards of others and of one's own are named, and nothing is known of the work but that it trains."""
    sought, cues = frozenset(asked.reading.sought.predicates), frozenset(asked.reading.cues)
    if not sought & ABLE or sought & ELSE or not RAN_OUT.isdisjoint(cues):
        return None
    phases = phases_said(asked.reading)
    if not SIZED.isdisjoint(asked.profile.stated()) or (SERVES in phases and TRAINING not in phases):
        return None
    text, told = asked.reading.text, told_of(asked)
    if told.times:
        return None
    theirs = [one for one in told.machines if is_of_others(one, text) and one.cards]
    mine = [one for one in told.machines if not is_of_others(one, text)]
    source = next((one for one in theirs if one.chip is not None), None)
    own = [side for one in mine if (side := _own(one, source)) is not None]
    own = [one for at, one in enumerate(own) if one not in own[:at]]
    if source is None or source.chip is None or not source.cards or not 0 < len(own) <= len("ab"):
        return None
    sized = GB.search(text[max(0, source.first - BESIDE) : source.last + BESIDE]) is not None
    lines = [_line(one, _Side(source.chip, source.cards), asked, sized=sized) for one in own]
    if all(one.own_count * one.own_gib >= one.theirs_count * one.most_gib for one in lines):
        return None  # as many as theirs
    return FactAnswer(headline=lines[0], sentences=tuple(lines[1:]), of_told=True, whole=True)


def _own(one: Machine, source: Machine | None) -> _Side | None:
    """One card where no number is said; of theirs where no chip is."""
    chip = one.chip or (source.chip if source is not None else None)
    if chip is None or (one.chip is None and not one.cards):
        return None
    return _Side(chip, one.cards or 1)


def _line(own: _Side, theirs: _Side, asked: Asked, *, sized: bool) -> FewerCards:
    low, high = hours_over(theirs.chip, own.chip)
    counts = theirs.cards / own.cards
    sizes = sorted(_sizes(theirs.chip, asked, sized=sized))
    gib = own.chip.hbm_gib.value
    level = "more" if gib >= NEAR * sizes[-1] else "between" if gib >= NEAR * sizes[0] else "less"
    same = own.chip.id == theirs.chip.id
    name = _name(theirs.chip, several=len(set(sizes)) > 1)
    return FewerCards(
        own=own.chip.name, own_count=own.cards, own_gib=gib, theirs=name, theirs_count=theirs.cards,
        least_gib=sizes[0], most_gib=sizes[-1], low=counts if same else counts * low,
        high=counts if same else counts * high, level="more" if same else level,
        steps=-(-theirs.cards // own.cards), same=same,
        cites=tuple(dict.fromkeys((own.chip.hbm_gib.source, theirs.chip.hbm_gib.source))),
    )  # fmt: skip


def _name(chip: Accelerator, *, several: bool) -> str:
    """Without the memory of one of several that bear it."""
    return OF_MEMORY.sub("", chip.name) if several else chip.name


def _sizes(chip: Accelerator, asked: Asked, *, sized: bool) -> list[float]:
    """GiB of every card that bears the name, where the text tells no memory of it."""
    line = chip.id.partition(FAMILY)[0]
    if sized:
        return [chip.hbm_gib.value]
    kin = [one for one in asked.facts.accelerators.values() if is_named(one, {line})]
    return [one.hbm_gib.value for one in kin if one.hbm_gib] or [chip.hbm_gib.value]
