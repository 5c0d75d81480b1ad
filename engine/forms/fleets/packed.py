"""So many cards in the machines they are sold in, and the card that is nearest to one that nobody here sells."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.base.interval import Interval
from engine.forms.form import Asked, question_of
from engine.forms.own.machines import Hour, Machine
from engine.forms.served.by_card import CardRate, between_bounds, card_rates
from knowledge.facts import Instance


class Packed(NamedTuple):
    """`machines` of a type, "" where none is known, of `holds` cards each, and dollars an hour of all of them."""

    machines: int
    instance: str
    holds: int
    usd: float


NONE = Packed(0, "", 0, 0.0)


def packed_in(asked: Asked, machine: Machine, cards: int, hour: Hour | None) -> Packed:
    """The machines that hold so many cards for the least; those of a price that was told, one by one."""
    if hour is None or not cards:
        return NONE
    if hour.told:
        return Packed(cards, "", 1, cards * hour.amount)

    def is_wanted(one: Instance) -> bool:
        return one.id == machine.type.id if machine.type else one.accelerator == machine.chip.id

    def bill(one: CardRate) -> tuple[float, int]:
        whole = math.ceil(cards / one.instance.count)
        return round(whole * one.instance.count * one.usd_per_hour, 4), whole

    best = min(card_rates(question_of(asked), is_wanted), key=bill, default=None)
    if best is None:
        return NONE
    usd, whole = bill(best)
    return Packed(whole, best.instance.id, best.instance.count, usd)


def nearest_sold(asked: Asked, machine: Machine) -> tuple[Machine, Interval] | None:
    """The card of that maker which is sold here and stands nearest to one that is not, and how many times as fast."""
    found: dict[str, Interval] = {}
    chips = asked.facts.accelerators
    for rate in card_rates(question_of(asked), lambda one: chips[one.accelerator].vendor == machine.chip.vendor):
        chip = chips[rate.instance.accelerator]
        if (
            ratio := between_bounds(machine.chip, chip)
        ) is not None and chip.hbm_gib.value >= machine.chip.hbm_gib.value:
            found[chip.id] = ratio
    near = min(found, key=lambda name: abs(math.log(found[name].low)) + abs(math.log(found[name].high)), default=None)
    if near is None:
        return None
    return machine._replace(chip=chips[near], type=None, cards=machine.cards), found[near]
