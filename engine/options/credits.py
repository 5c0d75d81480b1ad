"""What a team's credits pay of an option, and which of its own prices have run out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from engine.options.option import CostedOption, Option
from knowledge.facts import OwnPrice, begins


class Credit(NamedTuple):
    """What credits pay of all runs of one option, and what is left to pay. USD."""

    held: Decimal
    compute_usd: float
    covered_usd: float
    prices: tuple[OwnPrice, ...]

    @property
    def cash_usd(self) -> float:
        return self.compute_usd - self.covered_usd


def credit(option: CostedOption, runs: float, own: Iterable[OwnPrice], day: date) -> Credit | None:
    """What the team's credits with that cloud pay; None where it has none."""
    held = tuple(each for each in own if each.kind == "credits" and each.cloud == option.cloud and each.holds(day))
    if not held:
        return None
    compute = option.run.usd.likely * runs
    total = sum((each.amount for each in held), Decimal(0))
    return Credit(total, compute, min(float(total), compute), held)


def lapsed(own: Iterable[OwnPrice], options: Iterable[Option], day: date) -> tuple[OwnPrice, ...]:
    """Those that held once for any of the options, and hold no more."""
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
