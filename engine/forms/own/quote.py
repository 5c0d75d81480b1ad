"""A quote for a server against renting: what an hour that is really used costs over its years, in the currency told.

(price + kilowatts x hours x cooling x price of a kWh) / (cards x hours x share of them used).
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.machines.own_or_rent import BOX_OF, PUE, SPAN, WHOLE, price_of
from engine.forms.own.machines import held_hour, kilowatts, machines
from engine.workload.told_prices import told_kwh
from knowledge.units import HOURS_PER_YEAR, MONTHS_PER_YEAR

_RENTS = re.compile(
    r"break[- ]?even|rent|cloud|miet|louer|location|alquil|alug|noleg|аренд|租|buy|kauf|achet|compr", re.IGNORECASE
)
_USED = re.compile(
    r"(\d{1,3})\s?(?:%|percent|prozent)\W*(?:\w+\W+){0,4}?(?:used|busy|utili[sz]\w*|utilisation|load(?:ed)?"
    r"|ausgelast\w*|auslastung|genutzt|uso|usad\w+|occup\w*|ocupad\w*)"
    r"|(?:used|busy|utili[sz]ation|auslastung|utilisation|uso)\W+(?:\w+\W+){0,3}?(\d{1,3})\s?(?:%|percent|prozent)",
    re.IGNORECASE,
)
_COOL = r"(?:cooling|kühl\w*|refroidissement|climatisation|refrigera\w*|raffreddamento|охлажд\w*)"
_COOLING = (  # the share behind the word first
    re.compile(_COOL + r"[^\d%,.;]{0,24}(\d{1,3})\s?%", re.IGNORECASE),
    re.compile(r"(\d{1,3})\s?%[^\d%,.;]{0,14}" + _COOL, re.IGNORECASE),
)
_PUE = re.compile(r"\bpue\b\D{0,8}(\d(?:[.,]\d+)?)", re.IGNORECASE)


class HourOfOwn(Reason, code="hour_of_own"):
    """An hour that is used, of one card of `count`. `power`: money for electricity over the `years`."""

    chip: str
    count: int
    price: float
    sign: str
    years: float
    used: float
    used_said: bool
    used_hours: float
    kilowatts: float
    pue: float
    pue_said: bool
    kwh: float
    mwh: float
    power: float
    hour: float
    rented: str
    rent: float


class OwnLeavesOut(Reason, code="own_leaves_out"):
    """What the sum leaves out."""


def quote(asked: Asked) -> FactAnswer | None:
    """None unless a price to buy, the years, and a price of electricity or a share of use are told."""
    text = asked.reading.text
    price, span, kwh, used = price_of(text), SPAN.search(text), told_kwh(text), _USED.search(text)
    named = machines(asked)
    if price is None or span is None or not (kwh or used) or not named or not _RENTS.search(text):
        return None
    machine = named[0]
    if BOX_OF.search(text) and not machine.said:
        machine = machine._replace(cards=round(asked.library.constants.likely(WHOLE)))
    drawn = kilowatts(machine, asked)
    if drawn is None:
        return None
    constants = asked.library.constants
    years = float(span[1]) / (1 if span[2].casefold().startswith(("y", "j", "年", "a")) else MONTHS_PER_YEAR)
    share = float(used[1] or used[2]) / 100 if used else 1.0
    cooling = _cooling(text)
    pue = cooling or constants.likely(PUE)
    each = kwh.amount if kwh else constants.likely("own_usd_per_kwh")
    hours = years * HOURS_PER_YEAR
    mwh = drawn * pue * hours / 1000
    power = drawn * pue * hours * each
    used_hours = machine.cards * hours * share
    rent = held_hour(machine, asked)
    first = HourOfOwn(
        chip=machine.chip.name, count=machine.cards, price=price.amount, sign=price.sign, years=years, used=share,
        used_said=used is not None, used_hours=used_hours, kilowatts=drawn, pue=pue, pue_said=cooling is not None,
        kwh=each, mwh=mwh, power=power, hour=(price.amount + power) / used_hours,
        rented=rent.instance if rent else "", rent=rent.amount if rent else 0.0, cites=rent.cites if rent else (),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(OwnLeavesOut(),), of_told=True)


def _cooling(text: str) -> float | None:
    """Power in all over that of the machines, as told: a PUE, or a share for cooling on top."""
    if told := _PUE.search(text):
        return float(told[1].replace(",", "."))
    found = next((match for kind in _COOLING if (match := kind.search(text))), None)
    return 1 + float(found[1]) / 100 if found else None
