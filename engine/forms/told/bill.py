"""What a rate that was told comes to: a month of it, used or not, and the hours that it is really needed for."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues
from engine.workload.told_prices import ToldPrice, told_kwh, told_prices
from knowledge.units import HOURS_PER_MONTH, WEEKS_PER_MONTH

OFFICE = 8 * 5 * WEEKS_PER_MONTH  # hours a month on workdays
BILL = "asks_bill"  # a cue
COSTS = ("asks_cost", "price", "price_strong", "about_pricing", "asks_charge")  # cues
WORK = frozenset({"parameters", "tokens", "tokens_per_day", "requests_per_second"})  # slots a sum of ours is made by
OTHERS = ("commit_strong", "carbon_strong", "vs", "compare", "of_electricity", "is_normal")  # cues
_DOUBTED = re.compile(
    r"\b(?:can(?:'|no|’)?t be right|cannot be right|really costs?|actually costs?|real price|actual price)\b",
    re.IGNORECASE,
)


class OwnMonth(Reason, code="own_month"):
    """A month of one rate day and night; of all `machines` where there are several. `office`: on workdays alone."""

    sign: str
    hourly: float
    month: float
    office: float
    machines: int
    all: float | None


class OwnHours(Reason, code="own_hours"):
    """The hours of use that were told at the rate of an hour, against a month of it."""

    sign: str
    hours: float
    hourly: float
    cost: float


def asks_of_bill(seen: FormCues) -> bool:
    """Whether one rate by the hour, or one rent and the hours of use, were told, and what it comes to is asked."""
    if seen.before or not seen.has(*COSTS) or not _is_asked(seen.cues, seen.profile):
        return False
    if seen.hardware_named and _DOUBTED.search(seen.text):
        return False  # what it costs is asked, and not what comes of the figure
    return rate_told(seen.text) is not None


def _is_asked(cues: Collection[str], profile: Profile) -> bool:
    """Whether a bill is asked about, of no work that is sized; a rate beside several clouds is set against theirs."""
    if BILL not in cues or not set(OTHERS).isdisjoint(cues):
        return False
    return WORK.isdisjoint(profile.stated()) and len(profile.clouds) <= 1


def rate_told(text: str) -> ToldPrice | None:
    """The one rate of the text, by the hour; None where there are none, several, or one of a kilowatt-hour."""
    rates = [one for one in told_prices(text) if one.hours == 1] if told_kwh(text) is None else []
    return rates[0] if len({one.amount for one in rates}) == 1 else None


def of_bill(reading: Reading) -> FactAnswer | None:
    """None where what it comes to is not asked, or no one rate was told."""
    one = rate_told(reading.text)
    if one is None or not _is_asked(reading.cues, reading.profile):
        return None
    machines = _machines(reading.profile, one)
    month = one.amount * HOURS_PER_MONTH
    told = OwnMonth(
        sign=one.sign,
        hourly=one.amount,
        month=month,
        office=one.amount * machines * OFFICE,
        machines=machines,
        all=month * machines if machines > 1 else None,
    )
    hours = reading.profile.run_hours
    if not hours:
        return FactAnswer(headline=told)
    used = OwnHours(sign=one.sign, hours=hours, hourly=one.amount, cost=one.amount * hours * machines)
    return FactAnswer(headline=used, sentences=(told,))


def _machines(said: Profile, one: ToldPrice) -> int:
    """How many of what the rate is of: chips where it is of a chip."""
    return int((said.accelerator_count if one.per_chip else said.instance_count) or 1)
