"""What one run costs on one offering: hours, billed hours, dollars."""

from __future__ import annotations

import math

from engine.interval import Interval
from engine.memory import Fit
from engine.pricing import Quote
from engine.scene import Scene
from engine.spot import spot_slowdown
from engine.throughput import Achieved
from engine.trace import Step, step
from engine.work import decode_flops_per_token
from knowledge.facts import Fact, Instance, Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

TERMS: frozenset[Purchase] = frozenset({"reserved_1yr", "reserved_3yr", "savings_plan"})


class RunCost(Fact):
    """One run: `hours` it works, `billed` hours paid for it, dollars, and how many instances side by side."""

    instances: int
    hours: Interval
    billed: Interval
    usd: Interval
    own_block_hours: float | None = None
    usd_per_million_tokens: Interval | None = None
    steps: tuple[Step, ...] = ()


def training_run(scene: Scene, instance: Instance, quote: Quote, speed: Achieved, placed: Fit) -> RunCost:
    """hours = work / (chips x achieved speed); dollars = billed hours x instances x price."""
    instances = _instances(scene, instance, placed)
    chips = instances * instance.count
    hours = scene.run_tflop.times(speed.speed.times(chips * 3600).inverse())
    steps = [
        *scene.steps,
        step("achieved_tflops", speed.speed, "tflops", cites=speed.cites),
        step("chips", chips, "chips", cites=(instance.source,)),
        step("hours_per_run", hours, "hours", "run_tflop", "achieved_tflops", "chips"),
    ]
    if quote.purchase == "spot":
        slowdown = spot_slowdown(scene.facts)
        hours = hours.times(slowdown)
        steps.append(step("spot_slowdown", slowdown, "ratio"))
    billed, own_block = billed_hours(scene, hours, quote.purchase)
    return _priced(scene, quote, instances, hours, billed, own_block, steps)


def serving_month(scene: Scene, instance: Instance, quote: Quote, speed: Achieved, placed: Fit) -> RunCost:
    """One "run" of serving is a month: enough instances for the traffic at the stated utilisation, all hours paid."""
    per_chip = speed.speed.times(1 / scene.shape.active_parameters)
    per_instance = per_chip.times(instance.count * scene.constants.likely("serving_utilisation"))
    demand = (scene.profile.tokens_per_day or 0.0) / HOURS_PER_DAY / 3600
    needed = demand / per_instance.likely
    instances = max(placed.instances, math.ceil(needed), scene.profile.instance_count or 1)
    hours = Interval.exactly(float(HOURS_PER_MONTH))
    usd_per_token = quote.usd_per_hour.times(per_instance.times(3600).inverse())
    steps = [
        step("decode_flops_per_token", decode_flops_per_token(scene.shape), "flop"),
        step("output_tokens_per_second_per_chip", per_chip, "tokens_per_second", cites=speed.cites),
        step(
            "tokens_per_second_per_instance", per_instance, "tokens_per_second", "output_tokens_per_second_per_chip"
        ),
        step("instances", instances, "instances", "tokens_per_second_per_instance"),
    ]
    cost = _priced(scene, quote, instances, hours, hours, None, steps)
    return cost.model_copy(update={"usd_per_million_tokens": usd_per_token.times(1e6)})


def billed_hours(scene: Scene, hours: Interval, purchase: Purchase) -> tuple[Interval, float | None]:
    """Hours paid for a run.

    On demand and spot: the hours it works. A Capacity Block is bought in whole days, all of it paid: runs
    that are said to come at intervals cannot share one, so each pays its own days (never more than the time to
    the next run); runs without a rhythm are taken to queue back to back inside a block, and the price of having
    a block alone is returned beside. A term commitment pays for every hour until the next run.
    """
    per_month = scene.profile.runs_per_month
    gap = HOURS_PER_MONTH / per_month if per_month else None
    if purchase in TERMS:
        return (_at_least(hours, gap), None) if gap else (hours, None)
    if purchase != "capacity_block":
        return hours, None
    day = scene.constants.likely("block_step_hours")
    alone = day * math.ceil(hours.likely / day - 1e-9)
    if gap is None and scene.profile.cadence != "one_off" and scene.profile.runs != 1:
        return hours, alone
    return _at_least(hours, min(alone, gap) if gap else alone), alone


def _at_least(hours: Interval, floor: float) -> Interval:
    return Interval(
        low=max(hours.low, min(floor, hours.likely)), likely=max(hours.likely, floor), high=max(hours.high, floor)
    )


def _instances(scene: Scene, instance: Instance, placed: Fit) -> int:
    """As many as were said, never fewer than hold the work. Dollars do not depend on it, wall-clock does."""
    return max(placed.instances, scene.said_instances(instance))


def _priced(
    scene: Scene,
    quote: Quote,
    instances: int,
    hours: Interval,
    billed: Interval,
    own_block: float | None,
    steps: list[Step],
) -> RunCost:
    price = quote.usd_per_hour
    steps.append(step("usd_per_hour", price, "usd_per_hour", cites=(quote.source,)))
    if scene.profile.managed:
        surcharge = scene.constants.spread("sagemaker_surcharge")
        factor = Interval(low=1 + surcharge.low, likely=1 + surcharge.likely, high=1 + surcharge.high)
        price = price.times(factor)
        steps.append(
            step("managed_surcharge", factor, "ratio", cites=(scene.constants.entry("sagemaker_surcharge").source,))
        )
    usd = billed.times(price).times(float(instances))
    steps.append(step("billed_hours", billed, "hours", "hours_per_run"))
    steps.append(step("usd_per_run", usd, "usd", "billed_hours", "usd_per_hour"))
    return RunCost(
        instances=instances,
        hours=hours,
        billed=billed,
        usd=usd,
        own_block_hours=own_block,
        steps=tuple(steps),
    )
