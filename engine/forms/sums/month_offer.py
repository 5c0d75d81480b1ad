"""So many chips for a sum by the month against renting them by the hour: the use from which the sum is the cheaper.

hours a month = sum a month / price an hour of as many on demand; a chip-hour = sum / chips / hours of a month.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.machines import held_hour
from engine.forms.sums.month_held import monthly
from engine.forms.sums.told import A_DAY, OF_WORK, sides
from knowledge.units import HOURS_PER_MONTH

WEIGHED = frozenset({"compare", "judge", "which", "able", "dollars"})  # predicates
OWN = frozenset({"budget_usd", "credits_usd", "current_usd_per_month"})  # slots of what they pay or have
UNITS = frozenset({"worth", "break_even", "percent", "cheapest", "usd_hour"})  # units


class MonthOffer(Reason, code="month_offer"):
    """The first line: `usd` a month for `cards` of a chip, `each` a chip-hour, against `rate` an hour of as many.

    `hours` of a month from which it is the cheaper, a `share` of `all_hours`; `never`: more than a month has.
    """

    never: bool
    usd: float
    cards: int
    chip: str
    each: float
    rate: float
    rented: str
    hours: float
    share: float
    all_hours: float


def month_offer(asked: Asked) -> FactAnswer | None:
    """None where no sum by the month, or no chips, are told, where the use is, or work is."""
    reading = asked.reading
    weighs = WEIGHED & set(reading.sought.predicates) or UNITS & set(reading.sought.units)
    if not weighs or not OF_WORK.isdisjoint(asked.profile.stated()) or not OWN.isdisjoint(asked.profile.stated()):
        return None
    every, usd = sides(asked), monthly(asked)
    daily = any(one.units[0] == A_DAY for one in reading.measured.measures)
    offered = [one for one in every if one.said and one.type is None] or every[:1]
    if usd is None or daily or asked.profile.utilization or len(offered) != 1 or len(every) > 2:
        return None
    own = offered[0]
    rented = next((one for one in every if one.chip.id == own.chip.id and one.type is not None), own)
    price = held_hour(rented, asked)
    if price is None:
        return None
    rate = price.amount * own.cards
    first = MonthOffer(
        never=usd > rate * HOURS_PER_MONTH,
        usd=usd,
        cards=own.cards,
        chip=own.chip.name,
        each=usd / own.cards / HOURS_PER_MONTH,
        rate=rate,
        rented=price.instance,
        hours=usd / rate,
        share=usd / rate / HOURS_PER_MONTH,
        all_hours=HOURS_PER_MONTH,
        cites=price.cites,
    )
    return FactAnswer(headline=first, of_told=True, whole=True)
