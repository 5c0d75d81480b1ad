"""What a commitment binds to, whatever is named: each cloud's kinds, plans, surcharges, block rules, and its end."""

from __future__ import annotations

from datetime import date

from engine.answers.commitment_reasons import (
    BlockRules,
    HowLong,
    KindAws,
    KindAzure,
    KindGcp,
    ManagedTerms,
    PlanChoice,
)
from engine.library import Library
from knowledge.facts import Cloud

LONG_YEARS = 3


def kind_of_commitment(cloud: Cloud, library: Library) -> KindAws | KindAzure | KindGcp:
    """What this cloud sells as a commitment, and what it commits to."""
    if cloud == "gcp":
        return KindGcp(cites=(library.constants.entry("tpu_commit_years").source, "google-tpu-pricing"))
    if cloud == "azure":
        most = library.constants.entry("azure_refund_usd_per_year")
        return KindAzure(usd=most.value.likely, cites=(most.source,))
    return KindAws(cites=("aws-savings-plans-faq", "aws-capacity-blocks", "doc-004-cost-page"))


def plan_choice(library: Library) -> PlanChoice:
    """Which Savings Plan for which share of the floor."""
    most = library.constants.entry("savings_plan_most_off")
    share = library.constants.entry("commit_share_of_floor")
    return PlanChoice(
        compute=most.value.likely,
        ec2=most.value.high,
        low=share.value.low,
        high=share.value.high,
        cites=(most.source, share.source),
    )


def managed_terms(library: Library) -> ManagedTerms:
    """SageMaker's surcharge, and the most its own plans take off."""
    most = library.constants.entry("savings_plan_most_off")
    extra = library.constants.entry("sagemaker_surcharge")
    cites = (extra.source, most.source)
    return ManagedTerms(low=extra.value.low, high=extra.value.high, most=most.value.low, cites=cites)


def term_end(day: date) -> HowLong:
    """The month in which the longest term bought on `day` ends."""
    ends = f"{day.year + LONG_YEARS}-{day.month:02}"
    return HowLong(years=LONG_YEARS, ends=ends, cites=("doc-004-cost-page",))


def block_rules(library: Library) -> BlockRules:
    """What AWS lets one book, and how far ahead."""
    constants = library.constants
    return BlockRules(
        block_lead_days=constants.likely("block_lead_days"),
        block_max_days=constants.likely("block_max_days"),
        block_daily_steps_max_days=constants.likely("block_daily_steps_max_days"),
        block_max_instances=constants.likely("block_max_instances"),
        block_closing_minutes=constants.likely("block_closing_minutes"),
        block_earliest_start_minutes=constants.likely("block_earliest_start_minutes"),
        block_all_instances=constants.entry("block_max_instances").value.high,
        cites=(constants.entry("block_lead_days").source, constants.entry("block_closing_minutes").source),
    )
