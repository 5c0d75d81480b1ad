"""Memory ran out on a rented machine, and nobody says of what: those with more memory a chip, the cheapest first."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.kinds.kind import RAN_OUT
from engine.forms.machines.rungs import Rung, by_class, machines_with, place_of, table
from engine.forms.per_unit.rates import Question
from engine.workload.question import FormCues
from knowledge.facts import Cloud, Instance

CHOICE = frozenset({"which_hardware", "which_type", "choice", "better"})  # cues
SIZED = frozenset({"parameters", "model", "variant", "tokens", "budget_usd", "tokens_per_day"})
MORE = 1.1  # times the memory of one chip: less than that is no larger one
OTHERS = ("commit_strong", "carbon_strong", "price_strong", "host_memory", "quota_word", "launch_fails")


class LargerMachines(Reason, code="larger_machines"):
    """What one chip of the machine that was named has, and the cheapest machines of its cloud with more."""

    instance: str
    chip: str
    gib: float
    cloud: Cloud
    machines: tuple[tuple[str, str, float, float], ...]  # type, chip, GiB, USD an hour


class LowerFirst(Reason, code="lower_first"):
    """What to try before a larger machine."""


class WhichMemory(Reason, code="which_memory"):
    """What makes it one of them."""


def asks_larger(seen: FormCues) -> bool:
    """Whether memory ran out on one rented machine and another is asked for, of work of unknown size."""
    if seen.before or not seen.has(*RAN_OUT) or not seen.has(*CHOICE) or seen.has(*OTHERS):
        return False
    return seen.instances == 1 and not seen.specific and SIZED.isdisjoint(seen.profile.stated())


def larger(asked: Question) -> FactAnswer | None:
    """None where that is not asked, or its cloud has no larger one that is priced."""
    cues, facts = asked.reading.cues, asked.library.facts
    things = [facts.instances[name] for name in asked.said.instances if name in facts.instances]
    if len(things) != 1 or RAN_OUT.isdisjoint(cues) or CHOICE.isdisjoint(cues):
        return None
    if not SIZED.isdisjoint(asked.said.stated()) or asked.reading.domains or asked.reading.projects:
        return None
    shown = _with_more(things[0], asked)
    if not shown:
        return None
    chip = facts.accelerators[things[0].accelerator]
    first = LargerMachines(
        instance=things[0].id,
        chip=chip.name,
        gib=chip.hbm_gib.value,
        cloud=things[0].cloud,
        machines=tuple((one.thing.id, one.chip.name, one.chip.hbm_gib.value, one.usd) for one in shown),
        cites=tuple(dict.fromkeys(cite for one in shown for cite in one.quote.cites)),
    )
    return FactAnswer(
        headline=first, sentences=(LowerFirst(),), table=table(shown, facts), questions=(WhichMemory(),)
    )


def _with_more(thing: Instance, asked: Question) -> list[Rung]:
    """The cheapest GPU of each class of memory above that of its chips."""
    least = asked.library.facts.accelerators[thing.accelerator].hbm_gib.value * MORE
    found = machines_with(asked, (thing.cloud,), least, trains=True, place=place_of(asked, thing.cloud))
    return by_class([one for one in found if one.chip.is_usual_gpu and one.chip.hbm_gib.value >= least])
