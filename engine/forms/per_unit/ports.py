"""From what amount of work a port pays: its cost over what a unit saves, against what takes none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.per_unit.rates import OPEN, SIZES, Unit, UnitCost
from engine.options.option import Named
from knowledge.facts import Purchase

SAVING = 0.02  # of the dollars a unit: less is no saving


class PortReason(Reason):
    """What a unit costs where a port is taken and where none is; bought alike, and what is `least` where that is less
    than either of the latter."""

    unit: str
    option: str
    option_usd: float
    against: str
    against_usd: float
    least: str | None = None
    least_purchase: Purchase | None = None
    least_usd: float | None = None


class PaysFrom(PortReason, code="pays_from"):
    """A chip that takes a port, against the cheapest that takes none or what runs today.

    `total`: tokens or samples in all, and `spend_usd` of today's dollars for them, that pay the port back.
    """

    option_purchase: Purchase
    against_purchase: Purchase
    today: bool  # it is what runs today
    port_usd: Interval
    total: float
    spend_usd: float
    basis: str


class NeverPaysPort(PortReason, code="never_pays_port"):
    """The chips that take a port cost as much a unit or more."""


def pays_from(costs: Sequence[UnitCost], unit: Unit) -> PaysFrom | NeverPaysPort | None:
    """However either is bought, blocks among them; against what runs today, where that is known."""
    may = [cost for cost in costs if cost.option.may_lead]
    may = [cost for cost in may if cost.option.purchase in OPEN] or may  # bought as it was said
    today = [cost for cost in may if cost.option.at_hand]
    free = today or [cost for cost in may if cost.option.port.usd.likely == 0]
    ported = [cost for cost in may if cost.option.port.usd.likely > 0 and not cost.option.at_hand]
    if not free or not ported:
        return None
    ported = [cost for cost in ported if cost.option.named >= Named.BY_CHIP] or ported  # what was asked about
    plain = {cost.option.accelerator for cost in costs if cost.option.purchase == "on_demand"}
    free = [cost for cost in free if cost.option.at_hand or cost.option.accelerator in plain] or free
    best = min(ported, key=lambda cost: (cost.choice_usd, cost.option.id))
    alike = [cost for cost in free if cost.option.purchase == best.option.purchase]
    least = min(free, key=lambda cost: (cost.choice_usd, cost.option.id))
    against = min(alike, key=lambda cost: (cost.choice_usd, cost.option.id), default=least)
    other = least if least.usd < against.usd * (1 - SAVING) else None
    told: dict[str, Any] = {
        "least": other.option.instance if other else None,
        "least_purchase": other.option.purchase if other else None,
        "least_usd": other.usd if other else None,
    }
    cites = tuple(dict.fromkeys((*best.option.price.cites, *against.option.price.cites, *best.option.port.cites)))
    saving = against.usd - best.usd
    if saving <= SAVING * against.usd:
        return NeverPaysPort(
            unit=unit,
            option=best.option.instance,
            option_usd=best.usd,
            against=against.option.instance,
            against_usd=against.usd,
            **told,
            cites=cites,
        )
    units = best.option.port.usd.likely / saving
    return PaysFrom(
        unit=unit,
        option=best.option.instance,
        option_purchase=best.option.purchase,
        option_usd=best.usd,
        against=against.option.instance,
        against_purchase=against.option.purchase,
        against_usd=against.usd,
        **told,
        today=against.option.at_hand,
        port_usd=best.option.port.usd,
        total=units * SIZES[unit],
        spend_usd=units * against.usd,
        basis=best.option.speed.basis,
        cites=cites,
    )
