"""What follows from a bill: own prices to record, or why not, and what the profile of the work can say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple, get_args

from engine.bills.summary import BillSummary, MachineUse
from engine.prices.rate_bounds import rate_bounds
from knowledge.facts import Facts, OwnPrice, Purchase
from knowledge.units import HOURS_PER_DAY

NoPrice = Literal[
    "unknown_machine", "no_hours", "no_cost", "no_term", "no_such_way", "unknown_region", "out_of_bounds"
]


class Proposal(NamedTuple):
    """An own price that the bill shows, or why there is none."""

    use: MachineUse
    price: OwnPrice | None
    because: NoPrice | None = None


def proposals(summary: BillSummary, facts: Facts, team: str, by: str | None, today: date) -> tuple[Proposal, ...]:
    """One for each machine type, region and way to buy that was used, those that cost most first."""
    found = []
    for use in summary.uses:
        if not use.usd and not use.hours:
            continue  # only idle
        because = _hindrance(use, facts)
        price = None if because else _price(use, facts, team, by, summary.first or today)
        found.append(Proposal(use, price, because))
    return tuple(found)


def _hindrance(use: MachineUse, facts: Facts) -> NoPrice | None:
    if use.instance is None:
        return "unknown_machine"
    if not use.hours or use.hours < 0:
        return "no_hours"
    if use.usd_per_hour is None:
        return "no_cost"
    if use.key.way == "scheduled":
        return "no_such_way"
    if use.key.way not in get_args(Purchase):
        return "no_term"
    region = facts.regions.get(use.key.region)
    if region is None or region.cloud != use.key.cloud:
        return "unknown_region"
    return None if _is_plausible(use, facts) else "out_of_bounds"


def _is_plausible(use: MachineUse, facts: Facts) -> bool:
    """Whether an hour of a type that is known costs what its chips may cost."""
    if use.instance is None or use.usd_per_hour is None:
        return False
    instance = facts.instances[use.instance]
    per_chip = use.usd_per_hour / Decimal(str(instance.count))
    return rate_bounds(facts, instance.accelerator).take(per_chip)


def _price(use: MachineUse, facts: Facts, team: str, by: str | None, since: date) -> OwnPrice:
    return OwnPrice.model_validate(
        {
            "team": team,
            "kind": "rate",
            "scope": "instance",
            "name": use.instance,
            "cloud": facts.instances[use.instance or ""].cloud,
            "region": use.key.region,
            "purchase": use.key.way,
            "amount": use.usd_per_hour,
            "valid_from": since,
            "by": by,
        }
    )


def slots(summary: BillSummary, facts: Facts) -> Mapping[str, str]:
    """What a question about this work can state, as `ask --set` takes it: of the use that cost most among those at
    a rate that can be a price."""
    used = [use for use in summary.uses if _is_plausible(use, facts)]
    if not used or not summary.days:
        return {}
    main = used[0]
    said = {
        "current_instances": main.key.machine,
        "current_usd_per_hour": _plain(main.usd_per_hour or Decimal(0)),
        "current_usd_per_month": _plain(main.usd / Decimal(str(summary.months))),
        "region": main.key.region,
    }
    if main.runs and main.run_hours > 0:
        said["runs_per_month"] = _plain(main.runs / Decimal(str(summary.months)))
        said["current_hours_per_run"] = _plain(main.run_hours / main.runs)
    return said


def average_machines(use: MachineUse, summary: BillSummary) -> Decimal | None:
    """How many ran at a time, on average over the days of the bill."""
    return use.hours / (summary.days * HOURS_PER_DAY) if use.hours and summary.days else None


def _plain(amount: Decimal) -> str:
    return f"{amount.quantize(Decimal('0.01')):f}"
