"""What interruptions take of a run on spot: how often they come, what each loses, and what that adds in all."""

from __future__ import annotations

import math

from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.rows import Work
from engine.forms.parts.tables import way_said
from engine.memory.ways import SERVING, Way, in_all
from engine.prices.price_book import Quote
from engine.prices.spot import spot_plan
from knowledge.facts import Instance
from knowledge.units import BYTES_PER_GB, MINUTES_PER_HOUR, gib

USABLE, CHECKPOINT, HOURS = "usable_hbm_share", "checkpoint_bytes_per_parameter", "spot_hours_between_interruptions"
LIGHT = frozenset({"lora", "qlora"})  # ways whose checkpoints are those of adapters
WELL, BEARABLE = 1.25, 2.0  # times as long: up to the first it is plainly worth it, from the second it is not
ENDPOINT, EITHER = "serving_words", frozenset({"way_spot", "way_on_demand"})  # cues


class SpotRun(Reason, code="spot_run"):
    """A run of `hours` (None: not said) on `machines` together, all of which stop where one does.

    `mean_hours`: between interruptions of any of them, likely, often and seldom. `longer`: the share that the run
    takes more, as often. `alone`: the chance that a run without checkpoints ends undisturbed. `instance` and sums:
    of the cheapest machine that holds the work, where its size was said. `beside`: another line says yes or no.
    """

    serves: bool
    worth: str  # yes, care or no
    hours: float | None
    machines: int
    mean_hours: tuple[float, float, float]
    times: float | None
    interval_minutes: float
    restart_minutes: float
    lost_minutes: float
    longer: tuple[float, float, float]
    added_hours: float | None
    alone: float | None
    instance: str
    spot: float
    on_demand: float
    spot_usd: float | None
    on_demand_usd: float | None
    either: bool  # whether the choice of two ways is asked, which no yes answers
    beside: bool = False


def spot_run(asked: Asked) -> SpotRun | None:
    """None where spot is asked of no work. Expected time at Daly's interval (Daly 2006, eq. 20)."""
    said, constants = asked.profile, asked.library.constants
    serves = said.task == "inference" or (said.task is None and ENDPOINT in asked.reading.cues)
    if said.task is None and said.run_hours is None and not serves:
        return None
    machines, hours = int(said.instance_count or 1), said.run_hours
    plan = spot_plan(constants, checkpoint=_checkpoint_gb(asked), family="gpu", instances=machines)
    slow = plan.slowdown
    mean = plan.mean_minutes.likely / MINUTES_PER_HOUR
    found = _machine(asked) if machines == 1 and not (said.instances or serves) else None
    spot, listed = (found[1].usd_per_hour.likely, found[2].usd_per_hour.likely) if found else (0.0, 0.0)
    cites = (constants.entry(HOURS).source, *((found[1].source, found[2].source) if found else ()))
    return SpotRun(
        serves=serves,
        worth="yes" if slow.likely <= WELL else "care" if slow.likely < BEARABLE else "no",
        hours=hours,
        machines=machines,
        mean_hours=(mean, plan.mean_minutes.low / MINUTES_PER_HOUR, plan.mean_minutes.high / MINUTES_PER_HOUR),
        times=hours / mean if hours else None,
        interval_minutes=plan.interval_minutes.likely,
        restart_minutes=plan.restart_minutes,
        lost_minutes=plan.interval_minutes.likely / 2 + plan.restart_minutes,
        longer=(slow.likely - 1, slow.high - 1, slow.low - 1),
        added_hours=hours * (slow.likely - 1) if hours else None,
        alone=math.exp(-hours / mean) if hours else None,
        instance=found[0].id if found else "",
        spot=spot,
        on_demand=listed,
        spot_usd=hours * spot * slow.likely if hours and found else None,
        on_demand_usd=hours * listed if hours and found else None,
        either=EITHER.issubset(asked.reading.cues),
        cites=tuple(dict.fromkeys(cites)),
    )


def _way(asked: Asked) -> Way:
    told = way_said(asked.profile)
    if told is not None and told not in SERVING:
        return told  # type: ignore[return-value]  # the ways that are said are ways
    return "pretraining" if asked.profile.task == "pretraining" else "full"


def _checkpoint_gb(asked: Asked) -> float:
    """Of all weights and states that a run resumes from; of adapters, or of no size, next to nothing."""
    size = asked.profile.parameters
    if size is None or _way(asked) in LIGHT:
        return 0.0
    return size * asked.library.constants.likely(CHECKPOINT) / BYTES_PER_GB


def _machine(asked: Asked) -> tuple[Instance, Quote, Quote] | None:
    """The machine of the least rate on spot that holds the work by itself, of those with a rate on demand too."""
    if asked.profile.parameters is None:
        return None
    need = gib(in_all(Work(_way(asked), asked.problem).need())) / asked.library.constants.likely(USABLE)
    book, facts = asked.library.prices(asked.day), asked.facts
    clouds = asked.profile.clouds or ("aws",)
    found: list[tuple[Instance, Quote, Quote]] = []
    for thing in facts.instances.values():
        chip = facts.accelerators[thing.accelerator]
        able = chip.is_usual_gpu and chip.trains and chip.has_bf16 and thing.cloud in clouds
        if not able or chip.hbm_gib.value * thing.count < need:
            continue
        spot = book.near(thing, "spot", asked.profile.region)
        free = book.near(thing, "on_demand", asked.profile.region)
        if spot and free:
            found.append((thing, spot, free))
    return min(found, key=lambda one: (one[1].usd_per_hour.likely, one[0].id), default=None)
