"""What has to be known to buy what a verdict names: how to live on spot, and which blocks to book by when."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.reason import Reason
from engine.options.option import CostedOption
from engine.prices.commitments import TERMS, Term
from engine.prices.spot import first_order_overhead, walk_away_overhead
from knowledge.facts import Purchase
from knowledge.units import MINUTES_PER_HOUR

SHOWN = 2


class ManagedSpot(Reason, code="managed_spot"):
    """What SageMaker's Managed Spot bills and resumes from."""


class TermAtOnDemand(Reason, code="term_at_on_demand"):
    """No rate of the term that was asked for is known: the on-demand price stands in for it."""

    option: str
    purchase: Purchase
    usd: float


class BlockParts(Reason, code="block_parts"):
    """A run longer than any Capacity Block: several, one after another."""

    option: str
    count: int
    parts: int
    hours: float


class BlockOrders(Reason, code="block_orders"):
    """More machines than one Capacity Block holds: several, side by side."""

    option: str
    count: int
    orders: int


class BlockStart(Reason, code="block_start"):
    """The days within which a block has to start; below zero where it is too late."""

    option: str
    count: int
    days: float


class TermPaid(Reason, code="term_paid"):
    """All hours of a term are paid: its dollars, and what is still owed when the planned work ends."""

    option: str
    purchase: Purchase
    count: int
    terms: int
    usd_per_hour: float
    hours: float
    usd: float
    owed: float


class SpotPlanReason(Reason, code="spot_plan"):
    """How often to checkpoint, what interruptions cost, and the price above which on demand is as cheap. Minutes."""

    option: str
    count: int
    every: float
    low: float
    high: float
    gb: float
    writing: float
    mean_hours: float
    restart: float
    lost: float
    first_order: float
    longer: float
    paid: float
    walk_away: float | None = None
    overhead: float | None = None


def how_to_buy(leading: tuple[CostedOption, ...], asked: Purchase | None, managed: bool) -> tuple[Reason, ...]:
    """Notes on the offerings a verdict weighs, the leading first: spot and plans only where they were asked for."""
    shown = leading[:SHOWN]
    notes: list[Reason] = [note for option in shown for note in _notes(option, asked)]
    if managed and any(option.run.spot for option in shown if option.cloud == "aws"):
        notes.append(ManagedSpot(cites=("aws-sagemaker-pricing",)))
    return tuple(notes)


def _notes(option: CostedOption, asked: Purchase | None) -> Iterator[Reason]:
    if option.run.spot and asked == "spot":
        yield _spot(option)
    if asked in TERMS and option.purchase == "on_demand":
        usd, cites = option.price.usd_per_hour.likely, option.price.cites
        yield TermAtOnDemand(option=option.instance, purchase=asked, usd=usd, cites=cites)
    if option.run.term:
        yield _term(option, option.run.term)
    booked = option.run.booking
    if booked is None:
        return
    name, count, cites = option.instance, option.count, option.price.cites
    if booked.parts > 1:
        yield BlockParts(option=name, count=count, parts=booked.parts, hours=booked.hours, cites=cites)
    if booked.orders > 1:
        yield BlockOrders(option=name, count=count, orders=booked.orders, cites=cites)
    if booked.start_by_days is not None:
        yield BlockStart(option=name, count=count, days=booked.start_by_days, cites=cites)


def _term(option: CostedOption, term: Term) -> TermPaid:
    return TermPaid(
        option=option.instance,
        purchase=term.purchase,
        count=term.machines,
        terms=term.terms,
        usd_per_hour=term.usd_per_hour.likely,
        hours=term.hours,
        usd=term.usd.likely,
        owed=term.owed_usd,
        cites=option.price.cites,
    )


def _spot(option: CostedOption) -> SpotPlanReason:
    """Where the time goes, first order: writing checkpoints, then lost work and restarts."""
    plan, paid = option.run.spot, option.price.usd_per_hour
    if plan is None:
        raise ValueError(f"{option.id} has no spot plan")
    every, mean = plan.interval_minutes.likely, plan.mean_minutes.likely
    overhead = None
    if plan.walk_away_usd is not None:
        overhead = walk_away_overhead(paid.likely, plan.walk_away_usd * plan.slowdown.likely)
    return SpotPlanReason(
        option=option.instance,
        count=option.count,
        every=every,
        low=plan.interval_minutes.low,
        high=plan.interval_minutes.high,
        gb=plan.checkpoint_gb,
        writing=plan.checkpoint_minutes,
        mean_hours=mean / MINUTES_PER_HOUR,
        restart=plan.restart_minutes,
        lost=every / 2,
        first_order=first_order_overhead(every, plan.checkpoint_minutes, mean, plan.restart_minutes),
        longer=plan.slowdown.likely - 1,
        paid=paid.likely,
        walk_away=plan.walk_away_usd,
        overhead=overhead,
        cites=option.price.cites,
    )
