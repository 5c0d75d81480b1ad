"""Machines with at least so much memory, of all their chips or of each, the cheapest hour of a machine first."""

from __future__ import annotations

from datetime import date
from typing import TypedDict

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.answers.rank_prices import RankedPrice, holds, ranked, ways_out
from engine.base.reason import Reason
from engine.library import Library
from engine.workload.profile import Reading
from engine.workload.question import FormCues
from knowledge.facts import Cloud, Facts, Instance, Purchase

LISTED, EACH = "machines_with", "machines_with_each"  # cues
OTHERS = ("vs", "compare", "commit_strong", "carbon_strong", "shopping", "memory_error", "no_room")  # cues
AMOUNTS = frozenset({"tokens", "tokens_per_day", "runs", "budget_usd", "deadline_days", "requests_per_second"})
ROWS = 10
COLUMNS = ("usd", "gib_all", "instance", "chips", "bought", "cloud", "region", "seen", "age")


class Wanted(TypedDict):
    """What was asked for."""

    gb: float
    each: bool
    clouds: tuple[Cloud, ...]
    place: str
    way: Purchase


class OfMemory(Reason):
    """What was asked for, `clouds` and `place` as they were said, and a machine with the memory it has, GiB."""

    gb: float
    each: bool
    clouds: tuple[Cloud, ...]
    place: str
    way: Purchase
    instance: str
    gib: float


class MachinesWith(OfMemory, code="machines_with"):
    """The cheapest machine with `gb` or more, of all its chips or of `each`.

    `spot`: the cheapest of them on spot and USD an hour, where that was not what was asked for.
    """

    count: int
    chip: str
    usd: float
    cloud: Cloud
    region: str
    spot: tuple[str, float] | None


class NoneWith(OfMemory, code="none_with"):
    """No machine has so much there; `instance` has the most of those that are sold there."""


def asks_at_least(seen: FormCues) -> bool:
    """Whether machines are asked for by the memory they have, and by nothing else."""
    named = seen.instances + seen.specific
    return (
        not seen.before
        and seen.has(LISTED)
        and not named
        and not seen.has(*OTHERS)
        and AMOUNTS.isdisjoint(seen.profile.stated())
    )


def is_of_any(thing: Instance, facts: Facts) -> bool:
    """Whether it has GPUs beside which common code runs as it is, and which current software runs on."""
    chip = facts.accelerators[thing.accelerator]
    kind = facts.generations.get(chip.generation or "")
    return chip.is_usual_gpu and (kind is None or kind.state != "ended")


def at_least(reading: Reading, library: Library, day: date) -> FactAnswer | None:
    """None where no amount was read, or nothing is sold there at all."""
    each = EACH in reading.cues
    gb = (reading.profile.chip_memory_gb if each else None) or reading.machine_memory_gb
    if LISTED not in reading.cues or gb is None:
        return None
    said, way = reading.profile, reading.profile.purchase or "on_demand"
    there = _sold(reading, library, day, way)
    rows = [row for row in there if _has(row, library, gb, each=each)]
    told = Wanted(gb=gb, each=each, clouds=said.clouds, place=said.region or "", way=way)
    if not rows:
        most = max(there, key=lambda row: _gib(row, library, each=each), default=None)
        if most is None:
            return None
        gib = _gib(most, library, each=each)
        return FactAnswer(headline=NoneWith(instance=most.instance.id, gib=gib, cites=(most.quote.source,), **told))
    first, spot = rows[0], () if way == "spot" else _sold(reading, library, day, "spot")
    taken = next((row for row in spot if _has(row, library, gb, each=each)), None)
    headline = MachinesWith(
        instance=first.instance.id,
        count=first.instance.count,
        chip=first.chip,
        gib=_gib(first, library, each=False),
        usd=first.quote.seen.likely,
        cloud=first.instance.cloud,
        region=first.quote.region,
        spot=(taken.instance.id, taken.quote.seen.likely) if taken and "spot" not in ways_out(reading) else None,
        cites=tuple(dict.fromkeys(row.quote.source for row in (first, taken) if row)),
        **told,
    )
    return FactAnswer(headline=headline, table=_table(rows[:ROWS], library))


def _sold(reading: Reading, library: Library, day: date, way: Purchase) -> list[RankedPrice]:
    """Of each GPU and number of them on each cloud the cheapest machine there, bought so; the cheapest first."""
    said, things = reading.profile, list(library.facts.instances.values())
    wanted = said.accelerator_count
    things = [one for one in things if not wanted or one.count == wanted]
    types = [one for one in things if is_of_any(one, library.facts) and (not said.clouds or one.cloud in said.clouds)]
    rows = [row for row in ranked(types, library, day, said.region, way) if row.is_current]
    rows.sort(key=lambda row: (round(row.quote.seen.likely, 4), row.instance.count, row.instance.id))
    first: dict[tuple[str, int, Cloud], RankedPrice] = {}
    for row in rows:
        first.setdefault((row.chip, row.instance.count, row.instance.cloud), row)
    return list(first.values())


def _has(row: RankedPrice, library: Library, gb: float, *, each: bool) -> bool:
    count = 1 if each else row.instance.count
    return holds(library.facts.accelerators[row.instance.accelerator], gb / count)


def _gib(row: RankedPrice, library: Library, *, each: bool) -> float:
    own = library.facts.accelerators[row.instance.accelerator].hbm_gib.value
    return own if each else own * row.instance.count


def _table(rows: list[RankedPrice], library: Library) -> AnswerTable:
    return AnswerTable(
        words="price", columns=COLUMNS, rows=tuple(_row(row, library, is_best=row is rows[0]) for row in rows)
    )


def _row(row: RankedPrice, library: Library, *, is_best: bool) -> AnswerRow:
    cells: dict[str, Cell] = {
        "usd": row.quote.seen.likely,
        "gib_all": _gib(row, library, each=False),
        "instance": row.instance.id,
        "chips": f"{row.instance.count} x {row.chip}",
        "bought": row.quote.purchase,
        "cloud": row.instance.cloud,
        "region": row.quote.told_region,
        "seen": row.quote.observed_on,
        "age": row.quote.age_days,
    }
    return AnswerRow(cells=tuple(cells[name] for name in COLUMNS), cites=(row.quote.source,), is_best=is_best)
