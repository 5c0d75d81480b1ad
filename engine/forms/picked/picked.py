"""Which of several to take: of those that hold the work, the one with the fewest dollars for the same work.

Rented at prices that were said, the dearer one has to be as many times as fast; bought, what the cards cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.reason import Reason
from engine.forms.cards.sides import CardSide, Range, at_most, bandwidth_over, card_sides, compute_over, is_owned
from engine.forms.composed.composed import with_parts
from engine.forms.form import Asked, Form, question_of
from engine.forms.picked.amounts import Amount, bought, hourly
from engine.forms.picked.holds import Holds, holds
from engine.forms.picked.host_bound import host_bound
from engine.forms.picked.picked_reasons import (
    PickedAlone,
    PickedBox,
    PickedByPrice,
    PickedByRate,
    PickedByRent,
    PickedRent,
)
from engine.forms.registry import form_named
from engine.forms.served.by_card import cheapest_card
from engine.workload.told_prices import told_kwh
from knowledge.facts import Instance, ListPrice
from knowledge.units import HOURS_PER_DAY, HOURS_PER_YEAR

PAIR, MOST = 2, 5
PICKS = "picks_one"  # the cue of who asks which to take
BUYS, RENTS = frozenset({"buys_card", "shopping", "buys_it"}), "or_rents"  # cues
COUNTED = frozenset({"load_takes", "job_on"})  # codes of first lines: machines for a load
ELSE = frozenset({"price", "carbon", "commitment", "support"})  # forms that ask for another thing
COLUMNS = ("picked_of", "picked_gib", "picked_holds", "picked_usd", "picked_hour", "picked_power")
ALWAYS = 4  # of them, whatever they hold
BELOW, WATTS_A_KW = 1, 1000.0
SIZES = (1, 2, 4)  # cards in a box
WAYS = ("int8", "int4")  # what is served in where no way was said, as far as it holds
OF_A_CARD = "asks_card"  # the cue of a budget for a card alone


class Side(NamedTuple):
    """One candidate. `usd`: of all its cards, a range; `hour`: of one, as said."""

    side: CardSide
    holds: Holds
    hour: Amount | None
    usd: Range | None
    each: Amount | None
    source: str
    way: str = ""

    @property
    def said(self) -> bool:
        return self.each is not None

    @property
    def gib(self) -> float:
        return self.side.chip.hbm_gib.value * self.side.number

    @property
    def watts(self) -> float:
        tdp = self.side.chip.tdp_w
        return tdp.value * self.side.number if tdp else 0.0


def with_pick(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer with the one to take first, where it is asked which; else by parts."""
    if stated.headline is not None and stated.headline.code in COUNTED:
        return form, stated  # the count of each, the cheapest first
    told = with_parts(form, stated, asked)
    if asked.reading.by_hand or told[0].id in ELSE:
        return told
    if (by_host := host_bound(asked)) is not None:
        return form_named("compare"), by_host
    if not _is_asked(told[1], asked):
        return told
    sides = tuple(_sides(asked)) or tuple(_boxes(asked))
    first = _first(sides, asked) if len(sides) >= PAIR else None
    if first is None:
        return told
    kept = told[1].headline
    below = (kept, *told[1].sentences[:BELOW]) if kept is not None and kept.code in KEPT else ()
    answer = FactAnswer(headline=first, sentences=below, table=_table(sides, first, asked), of_told=True)
    return form_named("compare"), answer


KEPT = frozenset({"domain_pick", "domain_room", "domain_amount", "fits_there", "fits_partly", "faq_told"})


def _is_asked(stated: FactAnswer, asked: Asked) -> bool:
    """In words, or by an hour's price of each of several and nothing else that is asked."""
    first = stated.headline
    if first is not None and first.code in STAYS:
        return False
    if PICKS in asked.reading.cues:
        return True
    shown = set(asked.reading.sought.predicates)
    return shown <= CHOOSING and len(hourly(asked.reading.text, _places(card_sides(asked), asked))) >= PAIR


CHOOSING = frozenset({"which", "compare", "dollars", "judge", "how"})  # predicates
STAYS = frozenset(
    {
        "price_ratio",
        "paid_each",
        "worth_of",
        "own_or_rent",
        "owned_or_rent",
        "other_use",
        "not_ours",
        "no_forecast",
        "no_debugging",
        "sizes_held",
    }
)


def _boxes(asked: Asked) -> Iterator[Side]:
    """Of who buys with a budget and names no card: so many of each card with a listed price as the money buys."""
    said = asked.profile
    budget = said.budget_usd
    if not budget or BUYS.isdisjoint(asked.reading.cues) or not said.parameters or said.candidates or said.instances:
        return
    prices = {price.chip: price for price in asked.facts.list_prices}
    for name, price in prices.items():
        chip = asked.facts.accelerators[name]
        for number in SIZES if price.of == "card" else (1,):
            if price.usd * number <= budget * (_share(asked) if price.of == "card" else 1.0):
                side = CardSide(name, (chip,), number)
                ways = ("",) if said.method or said.precision else WAYS
                sides = [_side(side, None, None, prices, asked, way) for way in ways]
                yield next((one for one in sides if one.holds.fits), sides[-1])


def _places(sides: Sequence[CardSide], asked: Asked) -> dict[str, int]:
    """Where the name of each ends in the text."""
    text, said = asked.reading.text, {one.id: one.words for one in asked.reading.hardware}
    named = {side.word: said[side.word] for side in sides if said.get(side.word) and said[side.word] in text}
    return {word: text.find(words) + len(words) for word, words in named.items()}


def _sides(asked: Asked) -> Sequence[Side]:
    found, text = card_sides(asked), asked.reading.text
    if not PAIR <= len(found) <= MOST:
        return ()
    places = _places(found, asked)
    hours, whole = hourly(text, places), bought(text, places, asked.profile.sequence_length)
    prices = {price.chip: price for price in asked.facts.list_prices}
    return [_side(side, hours.get(side.word), whole.get(side.word), prices, asked) for side in found]


def _side(
    side: CardSide,
    hour: Amount | None,
    each: Amount | None,
    prices: dict[str, ListPrice],
    asked: Asked,
    way: str = "",
) -> Side:
    listed = next((prices[chip.id] for chip in side.chips if chip.id in prices), None)
    usd: Range | None = None
    if each is not None:
        usd = (each.amount * side.number, each.amount * side.number)
    elif listed is not None:
        usd = (listed.usd * side.number, (listed.usd_high or listed.usd) * side.number)
    source = listed.source if listed is not None and each is None else ""
    return Side(side, holds(side, side.number, asked, way or None), hour, usd, each, source, way)


def _first(sides: Sequence[Side], asked: Asked) -> Reason | None:
    able = [one for one in sides if one.holds.fits is not False]
    short = tuple(_name(one) for one in sides if one.holds.fits is False)
    if not asked.profile.candidates:
        return _box(able, asked)
    rated = [one for one in able if one.hour is not None]
    cues = set(asked.reading.cues)
    priced = [one for one in able if one.usd is not None]
    buying = not BUYS.isdisjoint(cues) or any(one.said for one in sides) or bool(asked.profile.on_premises)
    if short and len(able) == 1 and able[0].holds.fits and (buying or rated):
        return PickedAlone(take=_name(able[0]), gib=able[0].holds.usable, short=short)
    if len(rated) >= PAIR and len({one.hour.sign for one in rated if one.hour} - {""}) <= 1:
        return _by_rate(rated, short, asked)
    if RENTS in cues and len(able) == PAIR:
        return _rented(able, asked)
    if not buying or len(able) < PAIR:
        return None
    return _by_price(priced, asked) if len(priced) == len(able) else _by_rent(able, asked)


def _box(able: Sequence[Side], asked: Asked) -> PickedBox | None:
    """The fewest cards first, then the most math."""
    sure = [one for one in able if one.holds.fits]
    if not sure:
        return None
    best = min(sure, key=lambda one: (one.side.number, -at_most(one.side)))
    usd, said = best.usd or (0.0, 0.0), asked.profile
    return PickedBox(
        take=_name(best),
        usd=usd,
        gib=best.gib,
        parameters=said.parameters or 0.0,
        way=best.way,
        share=_share(asked),
        left=max(0.0, (said.budget_usd or 0.0) - usd[1]),
        cites=_cites((best,)),
    )


def _share(asked: Asked) -> float:
    """Of the budget, for cards: all of it where it is for a card alone."""
    cues = set(asked.reading.cues)
    return 1.0 if OF_A_CARD in cues else asked.library.constants.entry("cards_share_of_budget").value.likely


def _rented(able: Sequence[Side], asked: Asked) -> PickedRent | None:
    """One has a list price and is not rented anywhere, the other is rented."""
    owned = [one for one in able if one.usd is not None and is_owned(one.side, asked)]
    rents = [one for one in able if one not in owned]
    if len(owned) != 1 or len(rents) != 1:
        return None
    chips = {chip.id for chip in rents[0].side.chips}
    rate = cheapest_card(question_of(asked), partial(_has, frozenset(chips)))
    if rate is None:
        return None
    hour = rate.usd_per_hour
    usd = (owned[0].usd or (0.0, 0.0))[0] / owned[0].side.number
    return PickedRent(
        take=rents[0].side.name,
        hour=hour,
        machine=rate.instance.id,
        buy=owned[0].side.name,
        usd=usd,
        hours=usd / hour,
        days=usd / hour / HOURS_PER_DAY,
        compute=compute_over(owned[0].side, rents[0].side),
        bandwidth=bandwidth_over(owned[0].side, rents[0].side),
        cites=(*_cites(owned), *rate.cites),
    )


def _by_rate(rated: Sequence[Side], short: tuple[str, ...], asked: Asked) -> PickedByRate:
    """By the dollars of the same work between the least and the most that the others are faster on paper."""
    serves = asked.profile.task == "inference"
    over = bandwidth_over if serves else compute_over

    def costs(one: Side, other: Side) -> float:
        """Of `other` over `one`, at the middle of how much faster it is."""
        low, high = over(other.side, one.side)
        return _hour(other) / _hour(one) / math.sqrt(low * high)

    best = min(rated, key=lambda one: max(1 / costs(one, other) for other in rated if other is not one))
    next_best = min((one for one in rated if one is not best), key=lambda one: costs(best, one))
    low, high = over(next_best.side, best.side)
    times = _hour(next_best) / _hour(best)
    return PickedByRate(
        take=_name(best),
        hour=_hour(best),
        other=_name(next_best),
        other_hour=_hour(next_best),
        sign=next((one.hour.sign for one in rated if one.hour and one.hour.sign), ""),
        over=times,
        faster=(low, high),
        costs=(times / high, times / low),
        sure=times / high >= 1,
        bound="bandwidth" if serves else "math",
        short=short,
        cites=_cites((best, next_best)),
    )


def _by_price(priced: Sequence[Side], asked: Asked) -> PickedByPrice | None:
    budget = asked.profile.budget_usd or 0.0
    inside = [one for one in priced if not budget or (one.usd or (0.0, 0.0))[0] <= budget]
    if not inside:
        return None
    best = min(inside, key=lambda one: sum(one.usd or (0.0, 0.0)))
    other = min((one for one in priced if one is not best), key=lambda one: sum(one.usd or (0.0, 0.0)))
    low, high = compute_over(other.side, best.side)
    scale = other.side.number / best.side.number
    return PickedByPrice(
        take=_name(best),
        usd=best.usd or (0.0, 0.0),
        other=_name(other),
        other_usd=other.usd or (0.0, 0.0),
        sign=(best.each or other.each or Amount(0.0, "")).sign or "$",
        said=best.said and other.said,
        gib=best.gib,
        other_gib=other.gib,
        compute=(low * scale, high * scale),
        budget=budget,
        known=best.holds.fits is True and other.holds.fits is True,
        cites=_cites((best, other)),
    )


def _by_rent(able: Sequence[Side], asked: Asked) -> PickedByRent | None:
    """Where the price of one is not held, what they rent for stands for it."""
    question = question_of(asked)
    rates: list[tuple[float, Side, tuple[str, ...]]] = []
    for one in able:
        chips = frozenset(chip.id for chip in one.side.chips)
        rate = cheapest_card(question, partial(_has, chips))
        if rate is None:
            return None
        rates.append((rate.usd_per_hour * one.side.number, one, rate.cites))
    (hour, best, cites), (other_hour, other, others), *_ = sorted(rates, key=lambda rate: rate[0])
    low, high = bandwidth_over(other.side, best.side)
    scale = other.side.number / best.side.number
    return PickedByRent(
        take=_name(best),
        hour=hour,
        other=_name(other),
        other_hour=other_hour,
        unpriced=tuple(_name(one) for one in able if one.usd is None),
        gib=best.gib,
        other_gib=other.gib,
        bandwidth=(low * scale, high * scale),
        known=best.holds.fits is True and other.holds.fits is True,
        cites=tuple(dict.fromkeys((*cites, *others))),
    )


def _has(chips: frozenset[str], machine: Instance) -> bool:
    return machine.accelerator in chips


def _hour(one: Side) -> float:
    return one.hour.amount if one.hour else 0.0


def _name(one: Side) -> str:
    number, side = one.side.number, one.side
    name = side.name if len(side.chips) == 1 else side.word.upper()  # of several cards the name that they share
    return f"{number} x {name}" if number > 1 else name


def _cites(sides: Sequence[Side]) -> tuple[str, ...]:
    listed = [one.source for one in sides if one.source]
    return tuple(dict.fromkeys((*listed, *(one.side.chip.bf16_dense_tflops.source for one in sides))))


def _table(sides: Sequence[Side], first: Reason, asked: Asked) -> AnswerTable:
    kwh = told_kwh(asked.reading.text)
    taken = first.values["take"]
    rows = []
    for one in sides:
        power = one.watts / WATTS_A_KW * HOURS_PER_YEAR * kwh.amount if kwh and one.watts else None
        usd = one.usd[0] if one.usd else None
        cells = (_name(one), round(one.gib), one.holds.fits, usd, one.hour.amount if one.hour else None, power)
        cites = (one.source,) if one.source else ()
        rows.append(AnswerRow(cells=cells, cites=cites, is_best=_name(one) == taken))
    shown = [at for at in range(len(COLUMNS)) if at < ALWAYS or any(row.cells[at] is not None for row in rows)]
    kept = (row.model_copy(update={"cells": tuple(row.cells[at] for at in shown)}) for row in rows)
    return AnswerTable(words="picked", columns=tuple(COLUMNS[at] for at in shown), rows=tuple(kept))
