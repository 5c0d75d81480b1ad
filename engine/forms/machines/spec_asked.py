"""What a machine is that was named: its chips, their memory, its host and its network, each in one line."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.options.named import CLOUDS, called_by
from engine.reading.document import Document
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile
from engine.workload.told_sums import ToldSum
from knowledge.facts import Accelerator, Facts, Instance

MACHINE = "instances"  # of the names of machines
SLOT = "spec_asked"  # of terms, whose values are those of `SpecOf.asks`
BESIDE = frozenset({"instances", "candidates", "thing", "counted", "gigabytes", "unit_noun", "opener", "move"})
MOST = 14  # tokens
SLICED = "tpu"  # the family of chips of which slices are sold
WHOSE, SIZE, WORK = "whose", "size", "work"  # values of terms, the last of what work takes


class SpecOf(Reason, code="spec_of"):
    """One machine, of which there are `machines`, and what is asked of it (`asks`).

    `chips` of all machines; GiB of one chip, of those of one machine and of its host, Gbit/s; 0 where unknown.
    `link_gb`: of a slice, whose network is that of each host: GB/s of a chip to the others of it.
    `others`: machines with so many of the chip in another size, and GiB of one."""

    asks: str
    instance: str
    chip: str
    count: int
    machines: int
    chips: int
    gib: float
    all_gib: float
    vcpu: int
    host_gib: float
    network_gbps: float
    fabric: str
    link_gb: float
    others: tuple[tuple[str, float], ...]


class PriceWhose(Reason, code="price_whose"):
    """Whether dollars that were told are of a chip or of all `chips` of a machine; `each` of one."""

    thing: str
    of_chip: bool
    chips: int
    unit: str
    usd: float
    each: float


def asks_spec(document: Document) -> str:
    """What is asked of a machine and of nothing else; "" where other things are said or asked."""
    found = [match for match in document.matches if match.slot == SLOT]
    if not found or _length(document) > MOST or any(match.value == WORK for match in found):
        return ""
    taken = {at for match in found for at in range(match.first, match.last)}
    beside = {at for m in document.matches if m.slot in BESIDE for at in range(m.first, m.last)}
    carrying = {at for at, token in enumerate(document.tokens) if token.kind == "word"}
    if carrying - taken - beside - document.plain_words:
        return ""
    return str(max(found, key=lambda match: (match.last - match.first, -match.first)).value)


def _length(document: Document) -> int:
    """Tokens, of which the name of a machine is one: "n1-standard-8-1xt4"."""
    inside = {at for m in document.matches if m.slot == MACHINE for at in range(m.first + 1, m.last)}
    return len(document.tokens) - len(inside)


def spec_of(
    asks: str, said: Profile, known: Profile | None, sums: Collection[ToldSum], facts: Facts
) -> FactAnswer | None:
    """`said`: by the turn; `known`: by the thread, whose `sums` were told. None where no machine was named."""
    last = next(reversed(tuple(sums)), None)
    if asks == WHOSE:
        return _told(_whose(last)) if last is not None and not (said.instances or said.candidates) else None
    things = [facts.instances[name] for name in said.instances if name in facts.instances]
    things = things or _of_chips(said, facts)
    if not things and last is not None:
        things = [facts.instances[name] for name in (last.thing, last.chip) if name in facts.instances]
    if not things and known is not None:
        things = [facts.instances[name] for name in known.instances if name in facts.instances][-1:]
        things = things or _of_chips(known, facts)
    machines = int((said.instance_count or (known.instance_count if known else None) or 1) if len(things) == 1 else 1)
    return _told(*(_spec(asks, thing, machines, facts) for thing in _distinct(things))) if things else None


def _told(*lines: Reason) -> FactAnswer:
    return FactAnswer(headline=lines[0], sentences=lines[1:], of_told=True, whole=True)


def _distinct(things: Iterable[Instance]) -> list[Instance]:
    return list({thing.id: thing for thing in things}.values())[:2]


def _of_chips(said: Profile, facts: Facts) -> list[Instance]:
    """Machines with so many of the chips that are named, one of each chip."""
    if not said.candidates or not said.accelerator_count:
        return []
    words = frozenset(said.candidates)
    chips = {
        chip.id for chip in called_by(facts, words - FAMILIES or words)
    }  # "GPUs" beside a name is none of its own
    fits = [
        one
        for one in facts.instances.values()
        if one.accelerator in chips and one.count == said.accelerator_count and one.cloud in (said.clouds or CLOUDS)
    ]
    first = min((CLOUDS.index(one.cloud) for one in fits), default=0)  # a chip of one cloud needs no cloud to be said
    return list({one.accelerator: one for one in fits if CLOUDS.index(one.cloud) == first}.values())


def _spec(asks: str, thing: Instance, machines: int, facts: Facts) -> SpecOf:
    chip = facts.accelerators[thing.accelerator]
    family = chip.name.rsplit(" ", 2)[0]
    others = {
        one.accelerator: (one.id, facts.accelerators[one.accelerator].hbm_gib.value)
        for one in facts.instances.values()
        if one.accelerator != chip.id
        and (one.cloud, one.count) == (thing.cloud, thing.count)
        and facts.accelerators[one.accelerator].name.rsplit(" ", 2)[0] == family
        and chip.name[-2:] == "GB"
    }
    return SpecOf(
        asks=asks,
        instance=thing.id,
        chip=chip.name,
        count=thing.count,
        machines=machines,
        chips=thing.count * machines,
        gib=chip.hbm_gib.value,
        all_gib=chip.hbm_gib.value * thing.count,
        vcpu=thing.vcpu or 0,
        host_gib=thing.host_ram_gib or 0.0,
        network_gbps=thing.network_gbps or 0.0,
        fabric=thing.fabric or "",
        link_gb=_link(chip) if thing.count > 1 else 0.0,
        others=tuple(others.values()) if asks == SIZE else (),
        cites=(thing.source,),
    )


def _link(chip: Accelerator) -> float:
    return chip.interconnect_gbps.value if chip.family == SLICED and chip.interconnect_gbps is not None else 0.0


def _whose(told: ToldSum) -> PriceWhose:
    chips = max(told.chips, 1)
    return PriceWhose(
        thing=told.thing,
        of_chip=told.of_chip,
        chips=chips,
        unit=told.unit,
        usd=told.usd,
        each=told.usd / chips,
        cites=told.cites,
    )
