"""The sentences of an answer about commitments, as typed values."""

from __future__ import annotations

from engine.base.reason import Reason
from knowledge.facts import Purchase


class OfARate(Reason):
    """A committed rate beside its on-demand price; USD an hour. `share` of all hours from which it is cheaper."""

    instance: str
    purchase: Purchase
    usd: float
    day: str
    age: int
    claimed: bool
    caveat: str = ""  # what is said against a rate from a document
    on_demand: float
    on_demand_day: str
    region: str
    share: float


class CommitPlan(OfARate, code="commit_plan"):
    """How many of `count` machines to commit: `few` to `many`, and what a month then costs."""

    count: int
    few: int
    many: int
    low: float
    high: float
    use: float
    said: bool
    pays: bool
    effective: float
    month: float
    month_without: float


class RateAtUse(OfARate):
    """A rate at the share of all hours that is used; `old`: seen longer ago than a price should be."""

    hours: float
    use: float
    said: bool
    effective: float
    old: bool


class PaysFrom(RateAtUse, code="pays_from"):
    """A term commitment: `term_usd` = usd x `term_hours` for each machine, used or not."""

    term_hours: float
    term_usd: float


class NotForOneRun(OfARate, code="not_for_one_run"):
    """A term for a single run: `term_usd` = usd x `term_hours` for each machine, whatever the run uses."""

    term_hours: float
    term_usd: float


class BlockPays(RateAtUse, code="block_pays"):
    """A Capacity Block."""


class OverCommit(OfARate, code="over_commit"):
    """What is committed beyond the use; AWS takes plans of at most `return_usd` an hour back within `return_days`."""

    use: float
    effective: float
    return_usd: float | None = None
    return_days: float | None = None


class Ranked(Reason, code="ranked"):
    """Every way to buy by what an hour of work costs; `ways` joined by blanks, the cheapest first."""

    instance: str
    use: float
    said: bool
    ways: str
    at_on_demand: float | None = None
    at_reserved_1yr: float | None = None
    at_reserved_3yr: float | None = None
    at_savings_plan: float | None = None
    at_capacity_block: float | None = None


class PlanUnknown(Reason, code="plan_unknown"):
    """No Savings Plan rate is known. It pays `below` this rate, where the on-demand price is known.

    `compute` and `ec2` are the most any type gets. `alone`: no other term is sold. `long`: three years were asked.
    `newer`: a later machine of as many chips and no less memory that costs `newer_usd` on demand, which is less.
    """

    instance: str
    compute: float
    ec2: float
    use: float
    said: bool
    alone: bool
    long: bool
    years: int
    newer: str
    newer_chip: str
    newer_usd: float
    newer_bandwidth: float  # of memory, as a share of its own
    on_demand: float | None = None
    below: float | None = None


class TermUnknown(Reason, code="term_unknown"):
    """No rate of the reservation asked for is known; below which it pays, in USD an hour, and a known term."""

    instance: str
    purchase: Purchase
    other: Purchase
    other_usd: float
    other_day: str
    use: float
    said: bool
    on_demand: float
    below: float


class RateAlone(Reason, code="rate_alone"):
    """A rate with no on-demand price to compare it with; `sold`: it is sold on demand."""

    instance: str
    purchase: Purchase
    usd: float
    day: str
    sold: bool


class NoRate(Reason, code="no_rate"):
    instance: str


class KindAws(Reason, code="kind_aws"):
    """What Savings Plans, reservations and Capacity Blocks commit to."""


class KindGcp(Reason, code="kind_gcp"):
    """What a committed-use discount commits to."""


class KindAzure(Reason, code="kind_azure"):
    """What a reservation commits to; `usd` of it can be cancelled in a year."""

    usd: float


class PlanChoice(Reason, code="plan_choice"):
    """Which Savings Plan, for which share of the floor."""

    compute: float
    ec2: float
    low: float
    high: float


class ManagedTerms(Reason, code="managed_terms"):
    """What SageMaker adds, and the most its own plans take off."""

    low: float
    high: float
    most: float


class YourUse(Reason, code="your_use"):
    """Hours of work a month, and their share of all hours."""

    hours: float
    share: float


class WorkTakes(Reason, code="work_takes"):
    """Machine-hours a month that the work was worked out to take on a type, and how many machines that keeps busy."""

    instance: str
    hours: float
    machines: float


class FirstLook(Reason, code="first_look"):
    """Another machine does the work for less than this one with its commitment; both of the whole plan."""

    instance: str
    usd: float
    other: str
    other_usd: float


class HowMuch(Reason, code="how_much"):
    """The share of the floor to commit to, and how many of `count` machines that is."""

    low: float
    high: float
    count: int
    few: int
    many: int


class HowLong(Reason, code="how_long"):
    """The month in which a term of so many years bought today ends."""

    years: int
    ends: str


class BlockRules(Reason, code="block_rules"):
    """What may be booked as a Capacity Block, and by when."""

    block_lead_days: float
    block_max_days: float
    block_daily_steps_max_days: float
    block_max_instances: float
    block_closing_minutes: float
    block_earliest_start_minutes: float
    block_all_instances: float
