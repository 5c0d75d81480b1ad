"""Which cloud, and which of its machines: what decides, and the smallest sensible machine of each."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.machines.need import NeedOf, need_of, to_train
from engine.forms.machines.rungs import Rung, by_class, clouds_of, machines_with, place_of, table
from engine.forms.per_unit.rates import Question
from engine.workload.question import FormCues
from knowledge.facts import COMPARED, Cloud

ASKS, SERVICE, CPU = "which_cloud", "asks_service", "cpu_too"  # cues
LOWEST = frozenset({"money_cheapest", "cheapest_of"})  # cues
BY_MEMORY = "machines_with"  # the cue of machines by their memory
AMOUNTS = frozenset({
    "tokens", "tokens_per_day", "current_usd_per_month", "deadline_days", "budget_usd", "requests_per_second",
    "parameters", "variant", "framework", "current_instances", "providers",
})  # fmt: skip
RATE = "rate_of_machine"  # the cue of a sum for an hour
OTHERS = (
    RATE,
    "commit_strong",
    "carbon_strong",
    "is_normal",
    "shopping",
    "memory_error",
    "support_strong",
    "launch_fails",
)
RENTED = re.compile(r"\b(?:rent|hire)|租", re.IGNORECASE)
EACH = 2  # machines a cloud, where several are compared and the need is known
FEW = 3  # of them where it is not


class WhichCloud(Reason, code="which_cloud"):
    """The smallest machine of each cloud that was said, or of all; `of`: the work, where its memory is known."""

    machines: tuple[tuple[Cloud, str, str, float, float], ...]  # cloud, type, chips, GiB, USD an hour
    basis: str
    need_gib: float
    of: str
    way: str
    place: str


class CloudService(Reason, code="cloud_service"):
    """The products by which such machines are rented; whether a machine with a processor alone is asked for, too."""

    clouds: tuple[Cloud, ...]
    service: bool
    cpu: bool


class CloudSizes(Reason, code="cloud_sizes"):
    """What decides between the sizes, where nothing says what the work takes."""


class WhichCloudWork(Reason, code="which_cloud_work"):
    """What makes it one machine."""

    known: bool


def asks_cloud(seen: FormCues) -> bool:
    """Whether it is asked on which cloud or which of its machines, and no chip, size or amount of work is said."""
    rents = RENTED.search(seen.text) is not None  # then it is no question of what is normal, and no plan
    others = [cue for cue in OTHERS if cue != "is_normal"] if rents else OTHERS
    if seen.before or not seen.has(ASKS) or seen.has(*others) or (seen.signals and not rents):
        return False
    if seen.has("cheapest_of") and seen.says("chip_memory_gb") and not rents:
        return False  # of memory the cheapest there: engine/forms/price.py
    if seen.has(BY_MEMORY) and seen.has(*LOWEST):
        return False  # "the cheapest machine with 96 GB on Azure or GCP": engine/forms/machines/at_least.py
    named = seen.specific + seen.instances > 0
    placed = (
        bool(seen.profile.clouds)
        or seen.has("of_elsewhere", SERVICE, CPU)
        or rents
        or "cloud" in seen.text.casefold()
    )
    return not named and placed and AMOUNTS.isdisjoint(seen.profile.stated())


def which_cloud(asked: Question) -> FactAnswer | None:
    """None where it is not asked, or no machine is priced; machines by their memory: at_least.py beside."""
    if BY_MEMORY in asked.reading.cues and not LOWEST.isdisjoint(asked.reading.cues):
        return None
    if ASKS not in asked.reading.cues or RATE in asked.reading.cues or not AMOUNTS.isdisjoint(asked.said.stated()):
        return None
    facts, clouds = asked.library.facts, clouds_of(asked) or COMPARED
    need = need_of(asked, None)
    trains = to_train(asked)
    each: list[list[Rung]] = []
    for cloud in clouds:
        found = machines_with(asked, (cloud,), need.gib, trains=trains, place=place_of(asked, cloud))
        gpus = [one for one in found if one.chip.is_usual_gpu and (need.gib or one.thing.count == 1)]
        if gpus:
            each.append(gpus)
    if not each:
        return None
    shown = [one for gpus in each for one in _shown(gpus, need, several=len(each) > 1)]
    first = WhichCloud(
        machines=tuple(
            (one.thing.cloud, one.thing.id, f"{one.thing.count} x {one.chip.name}", one.gib, one.usd)
            for one in (gpus[0] for gpus in each)
        ),
        basis=need.basis,
        need_gib=need.gib,
        of=need.name,
        way=need.way,
        place=(place_of(asked, clouds[0]) or "") if len(clouds) == 1 else "",
        cites=tuple(dict.fromkeys((*need.cites, *(cite for gpus in each for cite in gpus[0].quote.cites)))),
    )
    cues = set(asked.reading.cues)
    lines: list[Reason] = []
    if cues & {SERVICE, CPU}:
        lines.append(CloudService(clouds=tuple(clouds), service=SERVICE in cues, cpu=CPU in cues))
    if need.basis == "none":
        lines.append(CloudSizes())
    return FactAnswer(
        headline=first,
        sentences=tuple(lines),
        table=table(shown, facts),
        questions=(WhichCloudWork(known=need.basis != "none"),),
        of_told=True,
    )


def _shown(gpus: list[Rung], need: NeedOf, *, several: bool) -> list[Rung]:
    if need.gib:
        return gpus[: EACH if several else EACH + 1]
    return by_class(gpus)[: FEW if several else None]
