"""What a team's credits cover of an option, and which of its own prices have expired."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from engine.options.option import CostedOption, Option
from knowledge.facts import OwnPrice, begins


class Credit(NamedTuple):
    """What credits cover of all runs of one option, and the cash left to pay. USD."""

    held: Decimal
    compute_usd: float
    covered_usd: float
    prices: tuple[OwnPrice, ...]

    @property
    def cash_usd(self) -> float:
        return self.compute_usd - self.covered_usd


def credit(option: CostedOption, runs: float, own: Iterable[OwnPrice], day: date) -> Credit | None:
    """What the team's credits with that cloud cover; None where it has none."""
    credits = tuple(
        price for price in own if price.kind == "credits" and price.cloud == option.cloud and price.holds(day)
    )
    if not credits:
        return None
    compute = option.run.usd.likely * runs
    total = sum((price.amount for price in credits), Decimal(0))
    return Credit(total, compute, min(float(total), compute), credits)


def lapsed(own: Iterable[OwnPrice], options: Iterable[Option], day: date) -> tuple[OwnPrice, ...]:
    """The expired prices that applied to any of the options."""
    shown = tuple(options)
    return tuple(
        price
        for price in own
        if price.valid_until is not None and price.valid_until < day
        if any(_concerns(price, option) for option in shown)
    )


def _concerns(price: OwnPrice, option: Option) -> bool:
    if price.cloud != option.cloud or price.region not in (None, option.region):
        return False
    way = "on_demand" if price.kind == "rate" and price.purchase is None else price.purchase
    if price.kind != "credits" and way not in (None, option.purchase):
        return False
    if price.scope == "family":
        return begins(option.instance, price.name)
    return price.name in (option.instance, option.accelerator, option.cloud)
