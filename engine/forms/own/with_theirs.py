"""What an estimate of ours comes to with what the asker says beside it: for so many people, with their electricity,
at the price that they told."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.costed.unpriced_cards import OnUnpricedCard
from engine.forms.form import Asked
from engine.forms.own.hours import people_in, people_words
from engine.forms.own.machines import kilowatts, machines
from engine.forms.own.told_rates import told_rates
from engine.forms.parts.estimate_reasons import OnItself, RunEstimate
from engine.workload.told_prices import told_kwh

PERSON = "person"  # the thing: then the work that was read is that of all
SEVERAL = 2
_EACH = re.compile(
    r"\b(?:each|every|per|apiece|jede[rs]?|je|pro|chaque|chacun\w*|par|cada|por|ciascun\w*|ogni|кажд\w*)\b|每[个人名]",
    re.IGNORECASE,
)


class ForAll(Reason, code="for_all"):
    """`people` who each have one run: hours of one card and dollars of each, and of all."""

    people: int
    words: str
    chip: str
    each: float
    hours: float
    usd_each: float
    usd: Interval
    told: float


class OwnAndRented(Reason, code="own_and_rented"):
    """A run on cards of one's own with its electricity, beside a rented one."""

    chip: str
    count: int
    hours: Interval
    kilowatts: float
    kwh: float
    kwh_price: float
    sign: str
    power: float
    rented: str
    rented_count: int
    rented_hours: Interval
    usd: Interval
    told: float


class AtYourPrice(Reason, code="at_your_price"):
    """Cards and the price of an hour of one that the sums are made at."""

    prices: tuple[tuple[str, float], ...]


def with_theirs(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer with these lines first; the price that was told behind it."""
    told = told_rates(asked.reading, asked.facts)
    first = _for_all(stated, asked, told) or _own_and_rented(stated, asked, told)
    if first is not None:
        stated = stated.headed(first)
    if told and stated.headline is not None:
        by = {usd: asked.facts.accelerators[chip].name for chip, usd in reversed(told.items())}
        line = AtYourPrice(prices=tuple((name, usd) for usd, name in by.items()))
        stated = stated.model_copy(update={"sentences": (*stated.sentences, line)})
    return stated


def _run(stated: FactAnswer) -> RunEstimate | None:
    lines = (stated.headline, *stated.sentences)
    return next((line for line in lines if isinstance(line, RunEstimate)), None)


def _for_all(stated: FactAnswer, asked: Asked, told: dict[str, float]) -> ForAll | None:
    people, run = people_in(asked.reading.text), _run(stated)
    counted = any(part.thing == PERSON for chain in asked.reading.chains for part in chain.parts)
    if run is None or counted or people < SEVERAL or run.runs != 1 or not _EACH.search(asked.reading.text):
        return None
    return ForAll(
        people=people, words=people_words(asked.reading.text), chip=run.chip,
        each=run.chip_hours,
        hours=run.chip_hours * people, usd_each=run.usd.likely,
        usd=run.usd.times(people), told=_told(run.chip, asked, told), cites=run.cites,
    )  # fmt: skip


def _own_and_rented(stated: FactAnswer, asked: Asked, told: dict[str, float]) -> OwnAndRented | None:
    kwh, run = told_kwh(asked.reading.text), _run(stated)
    own = next((line for line in stated.sentences if isinstance(line, OnItself | OnUnpricedCard)), None)
    machine = next((one for one in machines(asked) if own and one.chip.name == own.chip), None)
    if kwh is None or run is None or own is None or machine is None:
        return None
    count = own.chips if isinstance(own, OnItself) else machine.cards
    drawn = kilowatts(machine._replace(cards=count), asked)
    if drawn is None:
        return None
    used = drawn * own.hours.likely
    return OwnAndRented(
        chip=own.chip, count=count, hours=own.hours, kilowatts=drawn, kwh=used, kwh_price=kwh.amount,
        sign=kwh.sign, power=used * kwh.amount, rented=run.chip, rented_count=run.chips, rented_hours=run.hours,
        usd=run.usd, told=_told(run.chip, asked, told), cites=(*own.cites, *run.cites),
    )  # fmt: skip


def _told(name: str, asked: Asked, told: dict[str, float]) -> float:
    return next((usd for chip, usd in told.items() if asked.facts.accelerators[chip].name == name), 0.0)
