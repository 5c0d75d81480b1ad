"""What a named machine costs a month, day and night or so many hours a day: it is billed while it is on."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import lines_named
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.options.named import is_named, sizes_of_line
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.hours.told_spans import DAILY, days_a_month, hours_a_day
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues
from knowledge.facts import Instance, Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

MONTH = re.compile(
    r"\b(?:per|an?|for an?|each|every|one|for 1|1)[ -]month|\bmonthly\b|/\s?mo(?:nth)?\b|24/7", re.IGNORECASE
)
SHORTER = (  # of these spans the first that is named
    (
        "week",
        7 * HOURS_PER_DAY,
        re.compile(r"\b(?:per|an?|for an?|one|for 1|1)[ -]week\b|/\s?(?:week|wk)\b", re.IGNORECASE),
    ),
    ("day", HOURS_PER_DAY, re.compile(r"\b(?:per|an?|for an?|one|for 1|1)[ -]day\b|/\s?day\b", re.IGNORECASE)),
)
DAYS = re.compile(r"(?<![\w.,/-])(\d{1,4})\s?(?:days|tage|jours|d[íi]as|giorni)\b", re.IGNORECASE)
PLAIN = frozenset({"on_demand", "spot"})  # ways to buy whose hours are paid one by one
TERSE = 4  # words of a text that names a machine and a span alone
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
    daily: float | None  # hours a day that it runs; None: day and night
    days: float | None  # of a month that it runs; None: each of them
    hours: float  # of the month
    unit: str = "month"
    machines: int = 1
    smallest: bool = False  # nobody named one
    region: str = ""
    place: str = ""  # asked about, and no price of it is held
    day: str = ""
    old: bool = False
    of_days: int | None = None  # so many days in all: "24 h a day, 30 days"
    foreign: bool = False  # asked for in another currency than dollars


def asks_of_month(seen: FormCues) -> bool:
    """Whether the price of a month, a week or a day of one machine is asked, and no work to place on it.

    "I meant per month", too, and "p5.48xlarge per day".
    """
    of_price = seen.before == LASTS
    terse = len(seen.text.split()) <= TERSE and bool(seen.profile.instances)
    on_days = bool(seen.profile.instances) and _hours_a_day(seen.text) is not None  # a rent, with no word of cost
    if (seen.before and not of_price) or not (of_price or terse or on_days or seen.has(*COSTS)) or seen.has(*OTHERS):
        return False
    one = len(seen.profile.instances) == 1 or (
        len(seen.profile.candidates) == 1 and _hours_a_day(seen.text) is not None
    )
    return one and _is_rent(seen.text, seen.profile, bought=of_price)


def of_month(asked: Problem, reading: Reading) -> FactAnswer | None:
    """None where no machine is named, or it has no price."""
    said = reading.profile
    follows = reading.intent == "followup"
    text = reading.text if not follows or MONTH.search(reading.text) else reading.question  # "and in Frankfurt?"
    if not _is_rent(text, said, bought=follows):
        return None
    daily = _hours_a_day(text)
    if COSTS.isdisjoint(reading.cues) and not follows and len(text.split()) > TERSE and daily is None:
        return None
    way = said.purchase or "on_demand"
    instance = _machine(asked, reading) or (_machine_with(asked, reading.profile) if follows else None)
    quote = asked.prices.near(instance, way, said.region) if instance else None
    if instance is None or quote is None or not _is_sold(instance, way):
        return None
    hourly = quote.usd_per_hour.likely
    unit, span = _span(text)
    days = days_a_month(text) if unit == "month" else None
    of_days = _days_in_all(text) if unit == "day" else None
    hours = (daily or HOURS_PER_DAY) * (days or of_days or span / HOURS_PER_DAY)
    usd = hourly * hours * (said.instance_count or 1)
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
        daily=daily,
        days=days,
        hours=hours,
        unit=unit,
        machines=int(said.instance_count or 1),
        smallest=not (said.instances or set(said.candidates) - FAMILIES),
        region=quote.told_region,
        place=said.region if said.region and asked.prices.there(instance, way, said.region) is None else "",
        day=str(quote.observed_on),
        old=quote.is_outdated,
        of_days=of_days,
        foreign="in_currency" in reading.cues,
        cites=quote.cites[:1],
    )
    return FactAnswer(headline=told)


def is_sold_otherwise(asked: Problem, reading: Reading) -> bool:
    """Whether the month of a machine is asked that is not sold by the hour, so that its price tells how it is."""
    said = reading.profile
    machine = _machine(asked, reading) if _is_rent(reading.text, said, bought=False) else None
    return machine is not None and not _is_sold(machine, said.purchase or "on_demand")


def _is_sold(machine: Instance, way: Purchase) -> bool:
    return not machine.sold or way in machine.sold


def _is_rent(text: str, said: Profile, *, bought: bool) -> bool:
    """`bought`: how it is bought may be said, where the price of that was told before; else on demand and on spot."""
    idle = {"runs_per_month"} if _hours_a_day(text) is not None else set[str]()
    plain = bought or said.purchase in PLAIN
    span = MONTH.search(text) or any(search.search(text) for _, _, search in SHORTER)
    return bool(span) and (WORK - idle - ({"purchase"} if plain else set())).isdisjoint(said.stated())


def _span(text: str) -> tuple[str, float]:
    """A month, unless a shorter span alone is named, and its hours."""
    if MONTH.search(text):
        return "month", HOURS_PER_MONTH
    return next(((unit, hours) for unit, hours, search in SHORTER if search.search(text)), ("month", HOURS_PER_MONTH))


def _machine(asked: Problem, reading: Reading) -> Instance | None:
    """The one machine that is named, by its type or, "p4d", by a line that has one type."""
    said, facts = reading.profile, asked.facts
    if len(said.instances) == 1:
        return facts.instances.get(said.instances[0]) or next(iter(sizes_of_line(said.instances[0], facts)), None)
    lines = lines_named(reading)
    types = [thing for thing in facts.instances.values() if thing.line in lines]
    return types[0] if len(types) == 1 else None


def _machine_with(asked: Problem, said: Profile) -> Instance | None:
    """The cheapest on demand with the chip that is named; where none is, of those of one GPU, on the clouds said."""
    chips = set(said.candidates) - FAMILIES
    if len(chips) > 1 or said.instances or said.providers:
        return None
    priced: list[tuple[float, str, Instance]] = []
    for thing in asked.facts.instances.values():
        chip = asked.chip(thing)
        meant = is_named(chip, chips) if chips else chip.family == "gpu" and chip.trains and not chip.arm_host
        there = thing.cloud in asked.filled.profile.clouds
        if not (meant and there) or thing.count < (said.accelerator_count or 1) or (not chips and thing.count > 1):
            continue
        if (quote := asked.prices.near(thing, said.purchase or "on_demand", said.region)) is not None:
            priced.append((quote.usd_per_hour.likely, thing.id, thing))
    return min(priced)[2] if priced else None


def _days_in_all(text: str) -> int | None:
    """How many days are told behind the hours of each."""
    daily = DAILY.search(text)
    told = set(DAYS.findall(text, daily.end())) if daily else set()
    return int(told.pop()) if len(told) == 1 else None


def _hours_a_day(text: str) -> float | None:
    """Fewer than all that it is on each day that it is."""
    hours = hours_a_day(text)
    return hours if hours is not None and 0 < hours < HOURS_PER_DAY else None
