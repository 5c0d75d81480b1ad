"""How many chips answer the traffic that was said, where a number of chips is asked for."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.forms.parts.fit_reasons import ChipsForTraffic
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import OPEN, Row
from engine.options.option import CostedOption, Named, Option, costed
from engine.workload.profile import Profile
from engine.workload.samples import NO_TOKENS

FIRST, MANY = "latency_first_token", "how_many"  # a signal, a cue


def is_told(said: Profile) -> bool:
    """Whether it was said how much is served."""
    told = said.requests_per_second or said.tokens_per_day or said.concurrent_users
    if said.architecture in NO_TOKENS:
        return False  # no tokens are answered
    return said.task == "inference" and bool(told)


def for_traffic(said: Profile, filled: Profile, options: Iterable[Option], row: Row) -> ChipsForTraffic | None:
    """On the chip of a row, by the cheapest open way to buy; None where nothing of it does it."""
    chip = row.hardware.chip
    found = [
        option
        for option in costed(options)
        if chip is not None and option.accelerator == chip.id and option.purchase in OPEN and option.serving
    ]
    lead = min(found, key=_order, default=None)
    if lead is None or lead.serving is None:
        return None
    # "Can we use Inferentia?" asks of no number, though it names one; "how many g5.2xlarge" asks for it.
    reading = row.work.problem.filled.reading
    is_counted = bool(said.accelerator_count or said.instance_count)
    is_counted = is_counted or (MANY not in reading.cues and (bool(said.instances) or row.hardware.said > 1))
    return ChipsForTraffic(
        chips=lead.chips,
        machines=lead.count,
        instance=lead.instance,
        chip=lead.chip_name,
        parameters=row.work.shape.parameters,
        model=model_of(row.work.problem),
        tokens_per_day=filled.tokens_per_day or 0.0,
        requests_per_second=said.requests_per_second,
        users=said.concurrent_users,
        lengths=row.work.problem.filled.lengths,
        utilization=lead.serving.utilization,
        precision=lead.serving.precision,
        least=lead.serving.chips,
        said=row.hardware.said if is_counted else None,
        ttft_ms=lead.serving.ttft_ms if said.latency_ms and FIRST in reading.signals else None,
        limit_ms=said.latency_ms,
        busy=math.ceil(lead.chips * (lead.serving.utilization or 1.0)),
        usd_per_hour=lead.price.usd_per_hour.likely * lead.count,
        purchase=lead.purchase,
        cites=lead.cites,
    )


def _order(option: CostedOption) -> tuple[bool, bool, float]:
    """What was named, then what may lead: no other cloud and no term that nobody asked for; then the cheapest."""
    return option.named < Named.BY_CHIP, not option.may_lead, option.run.usd.likely
