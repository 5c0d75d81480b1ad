"""One card: what an hour of it costs on demand, and how much faster it is than another one of its maker."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.base.interval import Interval
from engine.forms.per_unit.rates import Question
from knowledge.facts import Accelerator, Instance


class CardRate(NamedTuple):
    """A machine, and dollars of an hour of one of its cards on demand, in a region."""

    instance: Instance
    usd_per_hour: float
    region: str
    cites: tuple[str, ...]


def card_rates(question: Question, is_wanted: Callable[[Instance], bool]) -> Iterator[CardRate]:
    """Of the machines that are wanted those sold on demand in the clouds that were said, nearest the region said."""
    said, book = question.said, question.library.prices(question.day)
    clouds = said.clouds or question.filled.profile.clouds
    for instance in question.library.facts.instances.values():
        on_demand = not instance.sold or "on_demand" in instance.sold
        if not on_demand or (clouds and instance.cloud not in clouds) or not is_wanted(instance):
            continue
        quote = book.near(instance, "on_demand", said.region)
        if quote is not None:
            yield CardRate(instance, quote.usd_per_hour.likely / instance.count, quote.region, quote.cites[:1])


def cheapest_card(question: Question, is_wanted: Callable[[Instance], bool]) -> CardRate | None:
    """The least an hour, by name where two are the same; None where none is sold."""
    rates = card_rates(question, is_wanted)
    return min(rates, key=lambda one: (one.usd_per_hour, one.instance.id), default=None)


def between_bounds(known: Accelerator, chip: Accelerator) -> Interval | None:
    """How many times as fast as the known card another one of that maker is; None of other makers.

    Between the ratios of what bounds it, the dense 16-bit peak and the memory bandwidth; likely is their geometric
    mean.
    """
    if chip.vendor != known.vendor or chip.hbm_gbps is None or known.hbm_gbps is None:
        return None
    computed = chip.bf16_dense_tflops.value / known.bf16_dense_tflops.value
    read = chip.hbm_gbps.value / known.hbm_gbps.value
    low, high = sorted((computed, read))
    return Interval(low, math.sqrt(computed * read), high)
