"""What bounds a question for a price: memory of a machine in all, and what an hour of a chip may cost."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.rank_prices import RankedPrice, holds, instances_asked, lines_named
from engine.base.reason import Reason
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading
from knowledge.facts import Accelerator, Facts, Instance

NAMED = 6  # chips that are told
OF_MACHINE = "rate_of_machine"  # a cue


class UnderRate(Reason, code="under_rate"):
    """What costs so much an hour or less, a chip or `by_machine`: the chips, the cheapest first, each with its
    cheapest hour; of a sum that somebody has for whatever machine, the dearest first.

    `own`: so many of them can be rented for it. `shared`: of the others, whose machines cost more, how many a machine
    has, and its hour.
    """

    usd: float
    by_machine: bool
    chips: tuple[str, ...]
    usd_each: tuple[float, ...]
    more: int  # chips
    own: int
    shared: tuple[tuple[int, float], ...]


class NothingUnder(Reason, code="nothing_under"):
    """Nothing known costs so little an hour, of a chip or `by_machine`."""

    usd: float
    by_machine: bool


class NoneHolds(Reason, code="none_holds"):
    """No chip that is rented has so much memory; `chip` has the most."""

    gb: float
    chip: str
    gib: float


def types_asked(reading: Reading, profile: Profile, facts: Facts) -> tuple[Instance, ...]:
    """The types that were asked about, those of them whose chips have the memory together that was said."""
    types = _of_form(instances_asked(profile, lines_named(reading), facts), reading, facts)
    if profile.accelerator_count and not profile.instances:  # the form that is written comes before the number
        uncounted = profile.model_copy(update={"accelerator_count": None})
        every = _of_form(instances_asked(uncounted, lines_named(reading), facts), reading, facts)
        types = tuple(thing for thing in types if thing in every) or every
    least, chips = reading.machine_memory_gb, facts.accelerators
    if least is None:
        return types
    return tuple(thing for thing in types if holds(chips[thing.accelerator], least / thing.count))


def _of_form(types: tuple[Instance, ...], reading: Reading, facts: Facts) -> tuple[Instance, ...]:
    """Of a chip that is sold in several forms the one that is written: "H100 SXM" is no PCIe card; all of "H100"."""
    chips = facts.accelerators
    names = {name.strip() for name in reading.words.get("candidates", "").casefold().split(",")}
    others = {one.form_of for one in chips.values() if one.form_of}
    written = {
        chip.id for chip in chips.values() if chip.id in others and any(_says_form(chip, one) for one in names)
    }
    kin = {one.id for one in chips.values() if one.form_of in written}
    named = any(is_named(chips[one], names) for one in kin)
    return types if named else tuple(thing for thing in types if thing.accelerator not in kin) or types


def _says_form(chip: Accelerator, name: str) -> bool:
    """Whether a name of the chip says more than its model, its maker and its memory."""
    more = [word for word in name.split() if not is_named(chip, {word}) and word != chip.vendor]
    known = name.removeprefix(f"{chip.vendor} ") in chip.aliases
    return known and any(not word[0].isdigit() for word in more) and len(name.split()) > 1


def within(rows: Sequence[RankedPrice], reading: Reading) -> tuple[RankedPrice, ...]:
    """Those that cost no more than was said: of types that were named a machine, else a chip."""
    most, by_machine = reading.most_usd_per_hour, is_by_machine(reading)
    return tuple(row for row in rows if most is None or _hour(row, by_machine=by_machine) <= most)


def is_by_machine(reading: Reading) -> bool:
    """Whether the limit is of a machine: a type was named, or somebody has so much for whatever machine."""
    return bool(reading.profile.instances) or OF_MACHINE in reading.cues


def _hour(row: RankedPrice, *, by_machine: bool) -> float:
    return row.quote.seen.likely if by_machine else row.usd_per_chip_hour


def under_rate(rows: Sequence[RankedPrice], reading: Reading) -> Reason | None:
    """What is known at that rate; None where no limit was said."""
    most, by_machine = reading.most_usd_per_hour, is_by_machine(reading)
    if most is None or not rows:
        return None
    held = [row for row in within(rows, reading) if row.is_current]
    if OF_MACHINE in reading.cues:  # the most that it rents comes first
        held.sort(key=lambda row: row.quote.seen.likely)
    first: dict[str, RankedPrice] = {}
    for row in sorted(held, key=lambda row: row.quote.seen.likely > most):  # what can be rented for it
        first.setdefault(row.chip, row)
    shared = [row for row in first.values() if row.quote.seen.likely > most and not by_machine]
    if OF_MACHINE in reading.cues:
        first = dict(sorted(first.items(), key=lambda one: -one[1].usd_per_chip_hour))
    if not first:
        return NothingUnder(usd=most, by_machine=by_machine)
    more, first = max(0, len(first) - NAMED), dict(list(first.items())[:NAMED])
    told = dict(sorted(first.items(), key=lambda one: one[1] in shared))  # those behind the others
    return UnderRate(
        usd=most,
        by_machine=by_machine,
        more=more,
        chips=tuple(told),
        usd_each=tuple(_hour(row, by_machine=by_machine) for row in told.values()),
        own=sum(row not in shared for row in told.values()),
        shared=tuple((row.instance.count, row.quote.seen.likely) for row in told.values() if row in shared),
        cites=tuple(dict.fromkeys(row.quote.source for row in first.values())),
    )


def none_holds(types: Sequence[Instance], profile: Profile, facts: Facts) -> NoneHolds | None:
    """Where a family was named, and no chip of it that is rented has the memory that was said."""
    said, chips = profile.chip_memory_gb, facts.accelerators
    if not said or set(profile.candidates) - FAMILIES or not types:
        return None
    most = max((chips[thing.accelerator] for thing in types), key=lambda chip: chip.hbm_gib.value)
    return None if holds(most, said) else NoneHolds(gb=said, chip=most.name, gib=most.hbm_gib.value)
