"""What has to be known to buy what a verdict names: how to live on spot, and which blocks to book by when."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.reason import (
    Why,
)
from engine.options.option import (
    Option,
)
from engine.prices.spot import first_order_overhead, walk_away_overhead
from knowledge.facts import Purchase, Scalar
from knowledge.units import MINUTES_PER_HOUR

SHOWN = 2


def how_to_buy(leading: tuple[Option, ...], asked: Purchase | None, managed: bool) -> tuple[Why, ...]:
    """Notes on the offerings a verdict weighs, the leading first: spot and plans only where they were asked for."""
    shown = leading[:SHOWN]
    found = [note for option in shown for note in _notes(option, asked)]
    if managed and any(option.spot for option in shown if option.cloud == "aws"):
        found.append(Why("managed_spot", {}, ("aws-sagemaker-pricing",)))
    return tuple(found)


def _notes(option: Option, asked: Purchase | None) -> Iterator[Why]:
    if option.spot and asked == "spot" and option.usd_per_hour:
        yield _spot(option)
    if asked == "savings_plan" and option.purchase == "on_demand" and option.usd_per_hour:
        paid: dict[str, Scalar] = {"option": option.instance, "usd": option.usd_per_hour.likely}
        yield Why("plan_at_on_demand", paid, option.price_cites)
    booked = option.booking
    if booked is None:
        return
    values: dict[str, Scalar] = {"option": option.instance, "count": option.count}
    if booked.parts > 1:
        yield Why("block_parts", {**values, "parts": booked.parts, "hours": booked.hours}, option.price_cites)
    if booked.orders > 1:
        yield Why("block_orders", {**values, "orders": booked.orders}, option.price_cites)
    if booked.start_by_days is not None:
        yield Why("block_start", {**values, "days": booked.start_by_days}, option.price_cites)


def _spot(option: Option) -> Why:
    """Where the time goes, first order: writing checkpoints, then lost work and restarts."""
    plan, paid = option.spot, option.usd_per_hour
    if plan is None or paid is None:
        raise ValueError(f"{option.id} has no spot plan")
    every, mean = plan.interval_minutes.likely, plan.mean_minutes.likely
    values: dict[str, Scalar] = {
        "option": option.instance, "count": option.count, "every": every, "low": plan.interval_minutes.low,
        "high": plan.interval_minutes.high, "gb": plan.checkpoint_gb, "writing": plan.checkpoint_minutes,
        "mean_hours": mean / MINUTES_PER_HOUR, "restart": plan.restart_minutes, "lost": every / 2,
        "first_order": first_order_overhead(every, plan.checkpoint_minutes, mean, plan.restart_minutes),
        "longer": plan.slowdown.likely - 1, "paid": paid.likely,
    }  # fmt: skip
    if plan.walk_away_usd is not None:
        on_demand = plan.walk_away_usd * plan.slowdown.likely
        values |= {"walk_away": plan.walk_away_usd, "overhead": walk_away_overhead(paid.likely, on_demand)}
    return Why("spot_plan", values, option.price_cites)
