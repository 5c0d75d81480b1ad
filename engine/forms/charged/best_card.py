"""The strongest card whose hours a sum of money pays: "$300, 5 hours a day for 4 weeks, best card?".

USD = hours x $ an hour of the machine; the card with the most 16-bit math whose USD are within the sum stands first.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.charged.held import Found, Hour, hours_of
from engine.forms.money.amounts import dollars, paced, sum_told
from engine.forms.money.rows import bound, types_of
from engine.forms.money.said import MoneySaid
from engine.forms.parts.asked_on import AskedOn
from engine.workload.hours.told_spans import times
from knowledge.facts import Accelerator
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

PERIODS = {
    "month": HOURS_PER_MONTH, "year": HOURS_PER_YEAR, "week": 7 * HOURS_PER_DAY, "day": HOURS_PER_DAY,
    "quarter": 3 * HOURS_PER_MONTH,
}  # fmt: skip
SHOWN = 4
DOLLAR = "$"


class OneCard(Computed):
    """One machine for all the hours: its `usd`, and `left_usd` of the sum."""

    hour: Hour
    gib: float  # of one card
    usd: float
    left_usd: float


class BestCard(Reason, code="best_card"):
    """`each` that the `budget` pays for `hours`, the strongest first; `most`: USD an hour that it is. `next`: the
    cheapest that is stronger and not within it, or of all where none is. `unit`: that the budget and the hours are
    of. `whose`: credits are told, and not of which cloud."""

    budget: float
    sign: str
    hours: float
    unit: str
    most: float
    place: str
    whose: bool
    each: tuple[OneCard, ...]
    next: OneCard | None = None


def best_card(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None without a time, or a price; where the sum pays for no card the cheapest is told."""
    asked = bound(asked, said)
    text, again = asked.reading.text, paced(asked.reading.text)
    foreign = None if dollars(text) or again else sum_told(text)
    budget = (again.usd if again else None) or said.usd
    unit = again.unit if again else asked.profile.budget_period or ""
    told = times(text)
    hours = max((one.hours for one in told), default=asked.profile.run_hours or 0.0)
    unit = unit or next((one.unit for one in told if one.unit in PERIODS), "")
    if unit:
        own = [one.hours for one in told if not one.unit and one.hours < PERIODS[unit]]
        hours = own[0] if len(own) == 1 else next((one.hours for one in told if one.unit == unit), PERIODS[unit])
    if not budget or not hours:
        return None
    way = said.ways[0] if len(said.ways) == 1 else asked.profile.purchase
    chips = asked.facts.accelerators
    found = [one for one in hours_of(asked, types_of(asked), way) if _is_meant(chips[one.row.instance.accelerator])]
    cheapest: dict[str, Found] = {}
    for one in sorted(found, key=lambda one: one.hour.one.usd):
        cheapest.setdefault(one.row.instance.accelerator, one)
    ranked = sorted(cheapest.items(), key=lambda pair: -_speed(chips[pair[0]]))
    cards = [(_card(one, chips[name], budget, hours), one.row.quote.source) for name, one in ranked]
    within = [pair for pair in cards if pair[0].left_usd >= 0]
    stronger = cards[: cards.index(within[0])] if within else cards
    above = sorted(stronger, key=lambda pair: pair[0].usd)[:1]
    if not (within or above):
        return None
    headline = BestCard(
        budget=budget,
        sign=foreign.sign if foreign else DOLLAR,
        hours=hours,
        unit=unit,
        most=budget / hours,
        place=asked.profile.region or "",
        each=tuple(card for card, _ in within[:SHOWN]),
        whose=bool(asked.profile.credits_usd and not asked.profile.clouds),
        next=above[0][0] if above else None,
        cites=tuple(dict.fromkeys(source for _, source in (*within[:SHOWN], *above))),
    )
    return FactAnswer(headline=headline, of_told=True, whole=True)


def _is_meant(chip: Accelerator) -> bool:
    return chip.is_usual_gpu or not chip.only_if_named


def _speed(chip: Accelerator) -> float:
    return chip.bf16_dense_tflops.value


def _card(found: Found, chip: Accelerator, budget: float, hours: float) -> OneCard:
    usd = found.hour.one.usd * hours
    return OneCard(hour=found.hour, gib=chip.hbm_gib.value, usd=usd, left_usd=budget - usd)
