"""What the questions about claims share: the turn in its thread and by itself, and what was seen in all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from engine.base.computed import Computed
from engine.forms.claims.observed import Observation, Who
from engine.forms.form import Asked
from engine.forms.own.machines import Hour, Machine, held_hour

ASKS = re.compile(r"[?？]|\bexpected\b|\bis (?:that|it|this) (?:right|normal|true|correct)\b", re.I)
CONFIRMS = re.compile(
    r"\b(?:right|correct|true|real(?:ly)?|plausible|realistic|believable|legit|sane|reasonable|sound|makes? sense"
    r"|add up|adds up|possible|trust|believe|too (?:good|cheap|low|high|much|little))\b", re.I,
)  # fmt: skip
NORMAL = re.compile(
    r"\b(?:expect\w*|normal\w*|usual\w*|typical\w*|ok(?:ay)?|good|bad|slow|fine|reasonable|plausible|right|"
    r"makes? sense|weird|strange|odd|surpris\w*|legit)\b", re.I,
)  # fmt: skip
DOLLARS = re.compile(
    r"\b(?:cheap(?:er|est)?|prices?|cost(?:s|ing)?|dollars?|money|per dollar|value|expensive|economical|worth|"
    r"pays?)\b|\$", re.I,
)  # fmt: skip
FASTER = re.compile(
    r"\b(?:fast(?:er)?|slow(?:er)?|quick(?:er)?|speed-?up|better|worse|beat[s]?|outperform\w*)\b", re.I
)
WHY = re.compile(r"\b(?:why|how come|what explains|reason|cause[sd]?|where does)\b", re.I)
SHOULD = re.compile(r"\b(?:should|shouldn't|ought)\b", re.I)
BAD = re.compile(r"\b(?:slow|bad|wrong|weird|strange|odd|low|poor|too (?:much|long|slow))\b", re.I)


class Named(Computed):
    """A machine as a line names it: `units` of a name, `cards` of a chip in all."""

    name: str
    units: int
    cards: int
    chip: str


class Claims(NamedTuple):
    """`turn`: the question in its thread; `alone`: by itself; `before`: what the thread said until then; `whole`:
    all its texts, one a line."""

    turn: Asked
    alone: Asked
    before: Asked | None
    whole: Asked
    seen: tuple[Observation, ...]

    @property
    def text(self) -> str:
        """Of the turn."""
        return self.alone.reading.text

    @property
    def now(self) -> tuple[Observation, ...]:
        """What the turn itself tells."""
        return tuple(one for one in self.seen if not one.earlier)

    @property
    def known(self) -> Asked:
        """The work: of the thread before the turn, where there is one."""
        return self.before or self.turn

    def asks(self, *patterns: re.Pattern[str]) -> bool:
        """Whether a sentence of the turn that asks has one of these words."""
        return any(pattern.search(one) for one in questions(self.text) for pattern in patterns)


def questions(text: str) -> list[str]:
    """The sentences that ask; all of a text of which none does so by its mark."""
    parts = [one.strip() for one in re.split(r"(?<=[?？!\n])\s*|(?<=\.)\s+", text) if one.strip()]
    return [one for one in parts if "?" in one or "？" in one] or parts[-1:]


def machine_of(one: Observation) -> Machine | None:
    """The machine with the number of cards that the amount was seen on."""
    if one.on is None or one.on.chip is None:
        return None
    kind = one.machine.type if one.machine else None
    return Machine(one.on.chip, one.cards, kind, one.on.first, one.on.last, True)


def named(machine: Machine) -> Named:
    """As a line names it."""
    return Named(name=machine.name, units=machine.units, cards=machine.cards, chip=machine.chip.name)


def hour_of_all(machine: Machine, asked: Asked) -> tuple[float, Hour | None]:
    """What an hour of all its cards costs by the prices of the day, 0 where none is held."""
    held = held_hour(machine, asked)
    return (held.amount * machine.cards if held else 0.0), held


def last_of_each(seen: Iterable[Observation], *, who: tuple[Who, ...] = ("mine",)) -> tuple[Observation, ...]:
    """The last amount of each machine, told by those; else by anybody."""
    found: dict[tuple[str, int], Observation] = {}
    every = tuple(seen)
    for own in (False, True):
        for one in every:
            known = one.on is not None and one.on.chip is not None and (one.who in who) is own
            if known and (own or one.key not in found):
                found.pop(one.key, None)
                found[one.key] = one
    return tuple(sorted(found.values(), key=lambda one: one.of.first))
