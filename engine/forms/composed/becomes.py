"""What becomes of one part on one kind of chip: it runs, something takes its place, or it has to be written anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.answers.support import row_of
from knowledge.facts import Accelerator, Facts, Part, Ported, PortLevel, ProjectSupport

LEVELS: dict[str, PortLevel] = {"native": "yes", "good": "yes", "beta": "beta", "limited": "partly", "none": "no"}
ORDER: tuple[PortLevel | None, ...] = ("yes", "beta", "replaced", "partly", "port", "rewrite", "no", None)
USER = "user"
WRITTEN = frozenset({"port", "rewrite"})  # levels of what somebody can do about a no
OWN_CODE = frozenset({"own_triton"})  # parts that nobody but the asker keeps


class Target(NamedTuple):
    """A kind of chip: the names that data has for it, the nearest first; without a chip, a maker's chips alone."""

    names: tuple[str, ...]
    chip: Accelerator | None = None

    def place(self, name: str) -> int | None:
        """How near a row with that name is to it: itself before the generation that its own is a branch of."""
        wider = (2 * at + (name != own) for at, own in enumerate(self.names) if name in (own, own.partition("-")[0]))
        return next(wider, None)


class Becomes(NamedTuple):
    """`level` is None where nothing is held. `how`: in a clause, by what or why; `besides`: what can be done then.

    `within`: the program in which it is so. `said`: as a user says.
    """

    level: PortLevel | None
    how: str = ""
    cite: str = ""
    within: str = ""
    besides: str = ""
    said: bool = False


def becomes(part: Part, target: Target, facts: Facts, beside: Sequence[Part] = ()) -> Becomes:
    """As a program that is named `beside` says of it; else by a row of the part itself; else by what is held of its
    features and said of its projects, whichever is of chips nearer to these; else by what it needs."""
    hosts = [other for other in beside if other.id != part.id]
    if within := _within(part, target, facts, hosts):
        return within
    if own := _nearest(part.id, target, facts):
        return Becomes(own.level, own.how, own.source)
    held = [*_by_feature(part, target, facts), *_by_project(part, target, facts)]
    found = min(held, key=lambda one: one[0])[1] if held else Becomes(None)
    need = _nearest(part.needs, target, facts)
    if need is None:
        return found
    if found.level is None or (found.level == "no" and part.id in OWN_CODE):
        return Becomes(need.level, need.how, need.source)
    if found.level == "no" and need.level in WRITTEN and part.repositories:
        return found._replace(level=need.level, besides=need.how)  # what a project does not do, others can
    return found


def _nearest(of: str, target: Target, facts: Facts) -> Ported | None:
    rows = [(place, row) for row in facts.ported if row.of == of and (place := target.place(row.on)) is not None]
    return min(rows, key=lambda one: one[0])[1] if rows else None


def _within(part: Part, target: Target, facts: Facts, hosts: Sequence[Part]) -> Becomes | None:
    """What one of these programs is said to do with the part: AWQ in vLLM."""
    names = tuple(dict.fromkeys((part.name.casefold(), *part.aliases)))
    pattern = re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, names))})(?![a-z0-9])")
    rows = (
        (host, row)
        for host in hosts
        for row in facts.project_support
        if row.repository in host.repositories and row.of and pattern.search(row.of.casefold())
    )
    placed = [
        ((place, row.of.casefold() not in names, *_order((place, row))[1:]), host, row)
        for host, row in rows
        if (place := target.place(row.on)) is not None
    ]
    if not placed:
        return None
    _, host, row = min(placed, key=lambda one: one[0])
    return Becomes(row.level, row.evidence, row.cite, within=host.name, said=row.said_by == USER)


def _by_feature(part: Part, target: Target, facts: Facts) -> Iterator[tuple[tuple[int, int], Becomes]]:
    for name in part.features:
        if target.chip:
            rows = [row_of(facts.features[name], target.chip, facts)]
        else:
            rows = [row for row in facts.support if row.feature == name]
        placed = [(place, row) for row in rows if row and (place := target.place(row.software)) is not None]
        for place, row in sorted(placed, key=lambda one: one[0])[:1]:
            yield (place, 0), Becomes(LEVELS[row.level], row.evidence, row.source)


def _by_project(part: Part, target: Target, facts: Facts) -> Iterator[tuple[tuple[int, int], Becomes]]:
    rows = [row for row in facts.project_support if row.repository in part.repositories and _is_of(row, part)]
    placed = [(place, row) for row in rows if (place := target.place(row.on)) is not None]
    for place, row in sorted(placed, key=_order)[:1]:
        yield (place, 1), Becomes(row.level, row.evidence, row.cite, said=row.said_by == USER)


def _is_of(row: ProjectSupport, part: Part) -> bool:
    """Whether a row is of the whole part, or of that of it which `words` names."""
    return row.of in part.words if part.words else not row.of


def _order(one: tuple[int, ProjectSupport]) -> tuple[int, bool, int]:
    place, row = one
    return place, row.said_by == USER, -row.day.toordinal()


def worst(found: Sequence[Becomes]) -> PortLevel | None:
    """The level of what stands most in the way; what is not known stands most."""
    return max((one.level for one in found), key=ORDER.index)
