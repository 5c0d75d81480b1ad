"""Why an offering that works does not lead by itself."""

from __future__ import annotations

from functools import cache
from typing import Literal

from engine.base.reason import Reason
from engine.options.named import is_named
from engine.options.problem import DAYS_PER_MONTH, Problem
from engine.prices.commitments import TERMS
from engine.prices.price_book import Quote
from knowledge.facts import COMPARED, Cloud, Instance, Purchase
from knowledge.units import MONTHS_PER_YEAR

Unpublished = Literal["capacity", "network", "transfer"]  # what is not known of a machine beside its price
SMALL, MOST = frozenset({"cnn"}), 1e9  # architectures; parameters
# Slots that say how much it is trained on, or that it must be done soon.
AMOUNTS = frozenset({"samples", "dataset", "deadline_days", "data_gb"})
PAIR = 2  # chips of a machine, at most, whose work over many of them crosses the network


class NotLeading(Reason):
    """Why an offering that works is shown and does not lead without being asked for."""


class NotAsked(NotLeading, code="not_asked"):
    """Only what was named is compared."""


class OtherCloud(NotLeading, code="other_cloud"):
    cloud: Cloud


class OnSpecialist(NotLeading, code="on_specialist"):
    """A specialist cloud, whose list price is all that is known of it, leads only where it was asked for."""

    cloud: Cloud
    network: bool  # what joins its machines is published


class NetworkUnpublished(Reason, code="network_unpublished"):
    """The work takes several of a machine, and nothing says what joins them."""

    instance: str
    cloud: Cloud
    machines: int


class OtherPurchase(NotLeading, code="other_purchase"):
    """`purchase` was asked for, and this is bought otherwise. `besides`: the code of what it breaks, too."""

    purchase: Purchase
    besides: str | None = None


class SpotUnsaid(NotLeading, code="spot_unsaid"):
    """Nobody said that interruptions are fine."""


class SpotWithoutCheckpoints(NotLeading, code="spot_without_checkpoints"):
    """An interruption would lose the whole run."""


class CommitmentUnsaid(NotLeading, code="commitment_unsaid"):
    """Nobody said that a term commitment is wanted."""


class BlockEnds(NotLeading, code="block_ends"):
    """A service that runs on for longer than the longest Capacity Block, of `days`: nobody promises the next one."""

    days: float


class ThinNetwork(NotLeading, code="thin_network"):
    """Several machines of a chip or two each: what they exchange crosses `gbps`; `needs_gbps` is usual."""

    gbps: float
    needs_gbps: float


class MoreThanSmall(NotLeading, code="more_than_small"):
    """Nobody said how much a small network is trained on: more `chips` in one machine than it has work for."""

    chips: int


# Of every question most offerings are held back by one of these, which say nothing but themselves.
NOT_ASKED, SPOT_UNSAID, COMMITMENT_UNSAID = NotAsked(), SpotUnsaid(), CommitmentUnsaid()


@cache
def _other_cloud(cloud: Cloud) -> OtherCloud:
    return OtherCloud(cloud=cloud)


@cache
def _other_purchase(wanted: Purchase) -> OtherPurchase:
    return OtherPurchase(purchase=wanted)


def unpublished(instance: Instance) -> tuple[Unpublished, ...]:
    """What a specialist does not publish of a machine; of the compared clouds nothing is noted here."""
    if instance.cloud in COMPARED:
        return ()
    return ("capacity", "transfer") if instance.fabric else ("capacity", "network", "transfer")


def not_joined(instance: Instance, machines: int) -> NetworkUnpublished | None:
    """A run, or a copy of a model, spread over machines that nothing published says are joined.

    `machines`: that work on one run, or in serving hold one copy.
    """
    if machines < 2 or "network" not in unpublished(instance):
        return None
    cites = (instance.source,)
    return NetworkUnpublished(instance=instance.id, cloud=instance.cloud, machines=machines, cites=cites)


def thin_network(problem: Problem, instance: Instance, machines: int) -> ThinNetwork | None:
    """A run spread over machines of a chip or two each, with no fast link between them, unless the type was named."""
    if problem.serving or machines < 2 or instance.count > PAIR or instance.network_gbps is None:
        return None
    entry = problem.constants.entry("scale_out_min_gbps")
    if instance.network_gbps >= entry.value.likely or instance.id in problem.profile.instances:
        return None
    cites = (instance.source, entry.source)
    return ThinNetwork(gbps=instance.network_gbps, needs_gbps=entry.value.likely, cites=cites)


def not_leading(problem: Problem, instance: Instance, quote: Quote) -> NotLeading | None:
    """The first reason that applies: another cloud, a way of buying nobody asked for."""
    profile = problem.profile
    block = quote.purchase == "capacity_block"
    if not problem.is_alternative(instance):
        return NOT_ASKED
    if not problem.is_here(instance) and not problem.may_move_to(instance):
        return _other_cloud(instance.cloud)
    wanted = problem.wanted_purchase
    if wanted and quote.purchase != wanted:
        at_most = _is_at_most(problem, wanted, instance, quote)
        return None if at_most else _other_purchase(wanted)
    if quote.purchase == "spot":
        if profile.checkpointing is False:
            return SpotWithoutCheckpoints()
        return None if profile.purchase == "spot" else SPOT_UNSAID
    if block and wanted is None and (ends := _ends_before(problem)):
        return ends
    agreed = quote.own == "rate"
    if quote.purchase in TERMS and wanted is None and not agreed and not all_year_round(problem):
        return COMMITMENT_UNSAID
    return _more_than_small(problem, instance)


def _more_than_small(problem: Problem, instance: Instance) -> MoreThanSmall | None:
    """A small network gains nothing by eight chips, unless so much work, those chips or a deadline were said."""
    said, profile = problem.filled.reading.profile, problem.profile
    small = profile.architecture in SMALL and (said.parameters or 0) <= MOST and problem.shape.parameters <= MOST
    if problem.serving or not small:  # mostly, and it is asked of every offering
        return None
    told = not AMOUNTS.isdisjoint(said.stated()) or said.purchase == "capacity_block"
    chips = max(1, profile.current_count or 1, said.accelerator_count or 1)
    if told or instance.count <= chips:
        return None
    named = instance.id in said.instances or is_named(problem.chip(instance), frozenset(said.candidates))
    return None if named else MoreThanSmall(chips=instance.count)


def _ends_before(problem: Problem) -> BlockEnds | None:
    longest = problem.constants.entry("block_max_days")
    if not problem.monthly or (problem.profile.runs or 0) * DAYS_PER_MONTH <= longest.value.likely:
        return None
    return BlockEnds(days=longest.value.likely, cites=(longest.source,))


def all_year_round(problem: Problem) -> bool:
    """Work without a pause for at least a year: a term is weighed against on demand without being asked for."""
    profile = problem.profile
    if "spiky_usage" in problem.filled.reading.signals:
        return False
    if problem.serving:
        return (profile.runs or 0) >= MONTHS_PER_YEAR
    return profile.cadence == "continuous"


def _is_at_most(problem: Problem, wanted: Purchase, instance: Instance, quote: Quote) -> bool:
    """Where no rate of a term is known, on demand is what it costs at most: a term is so much off that.

    Of a reservation only in use without a pause: it is paid for idle hours, too.
    """
    if quote.purchase != "on_demand" or wanted not in TERMS or wanted not in instance.sold:
        return False
    return wanted == "savings_plan" or (all_year_round(problem) and not problem.prices.quotes(instance, wanted))
