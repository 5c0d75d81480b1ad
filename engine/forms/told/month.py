"""What a named machine costs a month, day and night: it is billed while it is on, whatever the traffic."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.options.named import sizes_of_line
from engine.options.problem import Problem
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_MONTH

MONTH = re.compile(r"\b(?:per|an?|for an?|each|every|one)[ -]month|\bmonthly\b|/\s?mo(?:nth)?\b|24/7", re.IGNORECASE)
WORK = frozenset({"parameters", "model", "tokens", "samples", "tokens_per_day", "purchase", "runs", "runs_per_month"})
LASTS = "price"  # the form of a thread about a price, of which a month may be asked with no word of cost
COSTS = frozenset({"asks_cost", "price", "price_strong"})  # cues
OTHERS = ("commit_strong", "carbon_strong", "compare", "vs", "which_hardware", "choice")  # cues


class MachineMonth(Reason, code="machine_month"):
    """The hours of a month at the price of one; `managed`: the same through a managed service that adds to it."""

    instance: str
    chips: int
    chip: str
    usd_per_hour: float
    usd: float
    purchase: Purchase
    managed: Interval | None
    requests: bool


def asks_of_month(seen: FormCues) -> bool:
    """Whether the price of a month of one machine is asked, and no work to place on it; "I meant per month", too."""
    of_price = seen.before == LASTS
    if (seen.before and not of_price) or not (of_price or seen.has(*COSTS)) or seen.has(*OTHERS):
        return False
    return len(seen.profile.instances) == 1 and _is_rent(seen.text, seen.profile, bought=of_price)


def of_month(asked: Problem, reading: Reading) -> FactAnswer | None:
    """None where no machine is named, or it has no price."""
    said = reading.profile
    follows = reading.intent == "followup"
    if len(said.instances) != 1 or not _is_rent(reading.text, said, bought=follows):
        return None
    if COSTS.isdisjoint(reading.cues) and not follows:
        return None
    way = said.purchase or "on_demand"
    named = asked.facts.instances.get(said.instances[0])
    instance = named or next(iter(sizes_of_line(said.instances[0], asked.facts)), None)
    quote = asked.prices.near(instance, way, said.region) if instance else None
    if instance is None or quote is None:
        return None
    hourly = quote.usd_per_hour.likely
    usd = hourly * HOURS_PER_MONTH
    extra = asked.constants.spread("sagemaker_surcharge").plus(Interval.exactly(1.0)) if said.managed else None
    told = MachineMonth(
        instance=instance.id,
        chips=instance.count,
        chip=asked.chip(instance).name,
        usd_per_hour=hourly,
        usd=usd,
        purchase=way,
        managed=extra.times(usd) if extra else None,
        requests=said.requests_per_second is not None,
        cites=quote.cites[:1],
    )
    return FactAnswer(headline=told)


def _is_rent(text: str, said: Profile, *, bought: bool) -> bool:
    """`bought`: how it is bought may be said, where the price of that was told before."""
    return bool(MONTH.search(text)) and (WORK - ({"purchase"} if bought else set())).isdisjoint(said.stated())
