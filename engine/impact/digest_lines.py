"""The lines of a digest: what one chip did on one cloud, bought one way, in all its sizes, slices and regions.

Every change is in one part of one line: nothing that was announced is dropped or told twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Literal, NamedTuple, get_args

from engine.changes.change import RETRACTED, Change
from knowledge.facts import Cloud, Facts, Purchase, names_of

Way = Literal["retracted", "rose", "fell", "gone", "new"]
WAYS: tuple[Way, ...] = get_args(Way)
SPREAD = 1.0  # percentage points
PERCENT_DIGITS = 1  # as moves are told
DIGITS = 4  # of dollars, where two are compared


class Priced(NamedTuple):
    """A change of one type in one region, and the chips its price is for. `before`, `after`: per chip-hour."""

    change: Change
    chips: float | None

    @property
    def before(self) -> float | None:
        return self._per_chip(self.change.before)

    @property
    def after(self) -> float | None:
        return self._per_chip(self.change.after)

    @property
    def by(self) -> float:
        """The dollars a chip-hour moved by; 0 where there is nothing to compare."""
        return abs(self.after - self.before) if self.after is not None and self.before is not None else 0.0

    def _per_chip(self, usd: float | None) -> float | None:
        return None if usd is None or self.chips is None else usd / self.chips


class LinePart(NamedTuple):
    """The changes of a line that went one way. `at`: the one to name, a verdict's, else where a chip is cheapest."""

    way: Way
    priced: tuple[Priced, ...]
    at: Priced

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(each.change for each in self.priced)

    @property
    def regions(self) -> tuple[str, ...]:
        """The one that is named first."""
        return tuple(dict.fromkeys([self.at.change.region, *sorted(change.region for change in self.changes)]))

    @property
    def spread(self) -> tuple[Change, Change] | None:
        """The smallest and the largest move, the named one among those alike; None where none has a percentage."""
        known = [change for change in (self.at.change, *self.changes) if change.percent is not None]
        return (min(known, key=_size), max(known, key=_size)) if known else None

    @property
    def is_spread(self) -> bool:
        """Whether its moves differ by more than rounding."""
        low, high = (change.percent or 0.0 for change in self.spread) if self.spread else (0.0, 0.0)
        return abs(high - low) >= SPREAD

    @property
    def seen_once(self) -> int:
        return sum(change.is_seen_once for change in self.changes)


class DigestLine(NamedTuple):
    """`chip` is the id of an accelerator; None: a type that is not known, and `name` is what its types share.

    `verdicts`: the channel's verdicts that these prices changed. `is_used`: its verdicts use the chip. `is_aside`:
    a graphics card, or a type that is left out on purpose.
    """

    chip: str | None
    name: str
    cloud: Cloud
    purchase: Purchase
    parts: tuple[LinePart, ...]
    verdicts: tuple[str, ...] = ()
    is_used: bool = False
    is_aside: bool = False

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(change for part in self.parts for change in part.changes)

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(sorted({change.instance for change in self.changes if change.scope == "instance"}))

    @property
    def feeds(self) -> tuple[str, ...]:
        return tuple(sorted({change.feed for change in self.changes}))

    @property
    def since(self) -> date:
        """The first day on which any of it was seen; of what is taken back, on which the right price was back."""
        return min(
            (change.told_on if change.code == RETRACTED else None) or change.seen_on for change in self.changes
        )

    @property
    def seen_once(self) -> int:
        return sum(part.seen_once for part in self.parts)

    @property
    def is_taken_back(self) -> bool:
        return any(part.way == RETRACTED for part in self.parts)

    @property
    def usd(self) -> float:
        """The most that a chip-hour moved by."""
        return max((each.by for part in self.parts for each in part.priced), default=0.0)


class Thing(NamedTuple):
    """What a line is about."""

    chip: str | None
    name: str
    cloud: Cloud
    purchase: Purchase


def digest_lines(
    changes: Iterable[Change], facts: Facts, touched: Mapping[Change, tuple[str, ...]], used: Collection[str]
) -> list[DigestLine]:
    """By verdicts touched, then chips that verdicts use, then dollars a chip-hour moved by; unknown types last.

    `touched`: the verdicts that a change changed. `used`: the accelerators that the channel's verdicts use.
    """
    groups: dict[Thing, list[Priced]] = {}
    for change in changes:
        thing, chips = _thing(change, facts)
        groups.setdefault(thing, []).append(Priced(change, chips))
    lines = [_line(thing, group, facts, touched, used) for thing, group in groups.items()]
    return sorted(lines, key=_rank)


def _thing(change: Change, facts: Facts) -> tuple[Thing, float | None]:
    """What a change is of, and the chips that its price is for."""
    known = names_of(facts).listed(change.scope, change.provider, change.instance)
    if known is None:
        stem = change.instance.partition(".")[0] if change.provider == "aws" else change.instance
        return Thing(None, stem, change.provider, change.purchase), None
    chip = known if change.scope == "chip" else facts.instances[known].accelerator
    chips = 1 if change.scope == "chip" else facts.instances[known].count
    return Thing(chip, chip_name(facts, chip), change.provider, change.purchase), chips


def chip_name(facts: Facts, chip: str) -> str:
    """A chip's name without its vendor's."""
    vendor, _, rest = facts.accelerators[chip].name.partition(" ")
    return rest if vendor.casefold() == facts.accelerators[chip].vendor else facts.accelerators[chip].name


def _line(
    thing: Thing,
    group: list[Priced],
    facts: Facts,
    touched: Mapping[Change, tuple[str, ...]],
    used: Collection[str],
) -> DigestLine:
    by_way: dict[Way, list[Priced]] = {}
    for priced in group:
        by_way.setdefault(_way(priced.change), []).append(priced)
    parts = [LinePart(way, tuple(by_way[way]), _named(by_way[way], touched)) for way in WAYS if way in by_way]
    parts.sort(key=lambda part: (part.way != RETRACTED, -len(part.regions)))
    verdicts = tuple(dict.fromkeys(verdict for priced in group for verdict in touched.get(priced.change, ())))
    is_used = thing.chip in used
    return DigestLine(
        *thing,
        parts=tuple(parts),
        verdicts=verdicts,
        is_used=is_used,
        is_aside=not (verdicts or is_used) and _is_aside(thing, group, facts),
    )


def _way(change: Change) -> Way:
    if change.code == RETRACTED:
        return "retracted"
    if change.before is None:
        return "new"
    if change.after is None:
        return "gone"
    return "rose" if change.after > change.before else "fell"


def _named(group: list[Priced], touched: Mapping[Change, tuple[str, ...]]) -> Priced:
    """A verdict's, else where a chip is cheapest now (or was, if it is gone); the largest size of that."""

    def rank(priced: Priced) -> tuple[object, ...]:
        change = priced.change
        usd = priced.after if priced.after is not None else priced.before
        whole = change.after if change.after is not None else change.before
        price = usd if usd is not None else whole or 0.0
        return (change not in touched, round(price, DIGITS), -(priced.chips or 0), change.region, change.instance)

    return min(group, key=rank)


def _is_aside(thing: Thing, group: list[Priced], facts: Facts) -> bool:
    if any(priced.change.code == RETRACTED for priced in group):
        return False
    if thing.chip is not None:
        return facts.accelerators[thing.chip].graphics
    return all(names_of(facts).left_out(thing.cloud, priced.change.instance) for priced in group)


def _size(change: Change) -> float:
    return round(abs(change.percent or 0.0), PERCENT_DIGITS)


def _rank(line: DigestLine) -> tuple[object, ...]:
    return (
        -len(line.verdicts), not line.is_used, line.chip is None, -round(line.usd, DIGITS), -len(line.changes),
        line.name, line.cloud, line.purchase,
    )  # fmt: skip
