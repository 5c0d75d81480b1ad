"""Why an offering that works does not lead by itself."""

from __future__ import annotations

from engine.base.reason import (
    Why,
)
from engine.options.problem import Problem
from engine.options.run_cost import TERMS
from engine.prices.price_book import Quote
from engine.workload.profile import Profile
from knowledge.facts import Instance


def held_back(scene: Problem, instance: Instance, quote: Quote) -> Why | None:
    """The first reason that applies: another cloud, an old price, a way of buying nobody asked for, no capacity."""
    profile = scene.profile
    block = quote.purchase == "capacity_block"
    if scene.only_named and not scene.asked_for(instance):
        return Why(code="not_asked")
    if profile.clouds and instance.cloud not in profile.clouds and not scene.only_named:
        return Why(code="other_cloud", values={"cloud": instance.cloud})
    if quote.age_days > scene.constants.likely("block_price_max_age_days" if block else "price_max_age_days"):
        return Why(code="old_price", values={"as_of": quote.observed_on.isoformat()}, cites=(quote.source,))
    if profile.purchase and quote.purchase != profile.purchase:
        # a chip sold by block alone answers a wish for on-demand: there is no other way to rent it for days
        only_way = block and profile.purchase == "on_demand" and "on_demand" not in instance.sold
        return (
            None
            if only_way or _is_discounted_by_plan(profile, instance, quote)
            else Why(code="other_purchase", values={"purchase": profile.purchase})
        )
    if quote.purchase == "spot":
        if profile.checkpointing is False:
            return Why(code="spot_without_checkpoints")
        return None if profile.purchase else Why(code="spot_unsaid")
    if quote.purchase in TERMS and profile.purchase is None and quote.own != "rate":  # a rate is agreed
        return Why(code="commitment_unsaid")
    scarce = "capacity_block" in instance.sold  # what is sold by block is what runs short
    if profile.capacity == "tight" and quote.purchase == "on_demand" and scarce:
        return Why(code="tight_on_demand")
    return None


def _is_discounted_by_plan(profile: Profile, instance: Instance, quote: Quote) -> bool:
    """A Savings Plan is so much off on-demand use: without a rate of one, on demand is what it costs at most."""
    asked = profile.purchase == "savings_plan" and quote.purchase == "on_demand"
    return asked and "savings_plan" in instance.sold


def at_once(scene: Problem, quote: Quote, instances: int, fewest: int) -> int:
    """As many as Capacity Blocks may hold, where the number is ours to choose: the run then takes longer.

    `fewest` hold the work. A number or a deadline that was said is kept; `beyond_blocks` says what is wrong with it.
    """
    profile = scene.profile
    said = profile.instance_count or profile.accelerator_count or profile.deadline_days or scene.serving
    if quote.purchase != "capacity_block" or said:
        return instances
    return max(fewest, min(instances, int(scene.constants.entry("block_max_instances").value.high)))


def beyond_blocks(scene: Problem, quote: Quote, instances: int) -> Why | None:
    """More instances than Capacity Blocks may hold at a time, over all of them together."""
    most = scene.constants.entry("block_max_instances")
    if quote.purchase != "capacity_block" or instances <= most.value.high:
        return None
    return Why(code="block_too_many", values={"count": instances, "most": most.value.high}, cites=(most.source,))
