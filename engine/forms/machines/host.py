"""Two machines with the same chip, of which one does not run the work: what differs is the host."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.workload.profile import Profile
from engine.workload.question import PAIR, FormCues
from engine.workload.samples import NO_TOKENS
from knowledge.facts import Instance

FAILS, HOST = "fails_on_one", "host_memory"  # cues
OTHERS = ("commit_strong", "carbon_strong", "price_strong", "asks_cost", "asks_time", "quota_word")  # cues
OF_CHIP = re.compile(r"\bcuda (?:error: )?out of memory|\bvram\b|\bgpu memory\b", re.IGNORECASE)  # not its host's
REFUSED = frozenset({"quota_word", "launch_fails"})  # cues: it is not had at all


class HostDiffers(Reason, code="host_differs"):
    """The smaller and the larger of two types with the same chip; GiB and vCPUs of their hosts.

    `usd_small` and `usd_large` an hour on demand, 0 where no price is known.
    """

    small: str
    large: str
    chips: int
    large_chips: int
    chip: str
    gib: float
    small_gib: float
    large_gib: float
    small_vcpu: int
    large_vcpu: int
    usd_small: float
    usd_large: float


class HostWays(Reason, code="host_ways"):
    """What helps where the host is too small."""

    large: str
    neuron: bool


def asks_host(seen: FormCues) -> bool:
    """Whether work fails on one of two types, or on one for want of memory of the host."""
    if seen.before or seen.has(*OTHERS) or not seen.has(FAILS) or not 1 <= seen.instances <= PAIR:
        return False
    sized = _is_sized(seen.profile)
    return seen.instances > 1 or (seen.has(HOST) and not sized)


def _is_sized(said: Profile) -> bool:
    """Whether it is worked out what loading takes: of a model that writes tokens."""
    named = said.model is not None and said.architecture not in NO_TOKENS
    return said.parameters is not None or named


def host_differs(asked: Question) -> FactAnswer | None:
    """None where the types have other chips, or no other size with the same chip has a larger host."""
    facts, book = asked.library.facts, asked.library.prices(asked.day)
    sized = _is_sized(asked.said)
    if (
        FAILS not in asked.reading.cues
        or not REFUSED.isdisjoint(asked.reading.cues)
        or OF_CHIP.search(asked.reading.text)
        or (len(asked.said.instances) == 1 and (sized or HOST not in asked.reading.cues))
    ):
        return None
    named = [facts.instances[name] for name in asked.said.instances if name in facts.instances]
    pair = _pair(named, tuple(facts.instances.values()))
    if pair is None:
        return None
    small, large = pair
    chip = facts.accelerators[small.accelerator]
    quotes = [book.near(thing, "on_demand", asked.said.region) for thing in pair]
    first = HostDiffers(
        small=small.id,
        large=large.id,
        chips=small.count,
        large_chips=large.count,
        chip=chip.name,
        gib=chip.hbm_gib.value,
        small_gib=small.host_ram_gib or 0.0,
        large_gib=large.host_ram_gib or 0.0,
        small_vcpu=small.vcpu or 0,
        large_vcpu=large.vcpu or 0,
        usd_small=quotes[0].usd_per_hour.likely if quotes[0] else 0.0,
        usd_large=quotes[1].usd_per_hour.likely if quotes[1] else 0.0,
        cites=tuple(dict.fromkeys((small.source, *(cite for quote in quotes if quote for cite in quote.cites)))),
    )
    ways = HostWays(large=large.id, neuron=chip.vendor == "aws")
    return FactAnswer(headline=first, sentences=(ways,), of_told=True)


def _pair(named: list[Instance], known: tuple[Instance, ...]) -> tuple[Instance, Instance] | None:
    """The types by the memory of their hosts; beside one alone the next size of its line with more."""
    one_named = len(named) == 1
    if one_named:
        one = named[0]
        alike = [
            thing
            for thing in known
            if (thing.accelerator, thing.cloud) == (one.accelerator, one.cloud)
            and (thing.host_ram_gib or 0) > (one.host_ram_gib or 0)
        ]
        alike.sort(key=lambda thing: (thing.count != one.count, thing.host_ram_gib or 0))
        named = [one, *alike[:1]]
    if len(named) != PAIR:
        return None
    small, large = sorted(named, key=lambda thing: thing.host_ram_gib or 0)
    same = small.accelerator == large.accelerator and (one_named or small.count == large.count)
    return (small, large) if same and (small.host_ram_gib or 0) < (large.host_ram_gib or 0) else None
