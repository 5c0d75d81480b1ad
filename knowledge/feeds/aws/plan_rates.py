"""AWS's answers to `aws savingsplans describe-savings-plans-offering-rates`: pages of JSON, one object a rate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

from knowledge.feeds.aws import json_events
from knowledge.feeds.aws.document import excerpt, is_json, opened
from knowledge.feeds.aws.ledger import BestPrices
from knowledge.feeds.aws.savings_plans import PlanRate, is_wanted, take
from knowledge.types.observed import FeedError, Observed, ParseContext, RejectedRow
from knowledge.units import HOURS_PER_YEAR, SECONDS_PER_HOUR

LISTED = "searchResults"
FAMILIES = {"Compute": "ComputeSavingsPlans", "EC2Instance": "EC2InstanceSavingsPlans"}
SECONDS_PER_YEAR = HOURS_PER_YEAR * SECONDS_PER_HOUR
PLAIN = {"productDescription": frozenset({"Linux/UNIX", ""}), "tenancy": frozenset({"shared", ""})}


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Observed | RejectedRow]:
    """USD per hour of an instance under a plan; `terms` are those of AWS's files of Savings Plans."""
    best = BestPrices(context.seen_on)
    for document in documents:
        buffered = opened(document)
        if not is_json(buffered):
            raise FeedError("aws_broken_json", excerpt(buffered.peek(1)))
        for entry in json_events.objects_in(buffered, LISTED):
            rate = _rate(entry)
            if rate is not None and is_wanted(rate, context):
                yield from take(rate, best)
    yield from best.prices()


def _rate(entry: Mapping[str, Any]) -> PlanRate | None:
    """The rate as a row of the files; None for another system, or machines of one's own."""
    try:
        offering = entry["savingsPlanOffering"]
        said = {str(one["name"]): str(one["value"]) for one in entry.get("properties") or ()}
        years, rest = divmod(int(offering["durationSeconds"]), SECONDS_PER_YEAR)
        usage = str(entry["usageType"])
        if any(said.get(name, "") not in allowed for name, allowed in PLAIN.items()):
            return None
        return PlanRate(
            id=f"{offering.get('offeringId', '')} {usage}",
            unit=str(entry["unit"]),
            price=str(entry["rate"]),
            currency=str(offering["currency"]),
            service=str(entry["serviceCode"]),
            usage=usage,
            operation=str(entry["operation"]),
            option=str(offering["paymentOption"]),
            lease=str(years) if not rest else "",
            lease_unit="year",
            family=FAMILIES.get(str(offering["planType"]), str(offering["planType"])),
            region=said.get("region", ""),
            instance=said.get("instanceType", "") or usage.rpartition(":")[2],
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FeedError("aws_other_shape", LISTED) from None
