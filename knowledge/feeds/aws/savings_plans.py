"""AWS's offers of Savings Plans, one file for each region, CSV or JSON: an hour of Linux under each plan.

Rates are hourly and include anything paid upfront. A file has both EC2 Instance plans (one family in one region) and
Compute plans (any instance).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO, NamedTuple

from knowledge.feeds.aws import json_events
from knowledge.feeds.aws.amounts import usd
from knowledge.feeds.aws.document import excerpt, is_json, opened, row, table
from knowledge.feeds.aws.ledger import HOURS, IN_DOLLARS, OPTIONS, BestPrices
from knowledge.types.aws_places import aws_place
from knowledge.types.observed import FeedError, Observed, ParseContext, RejectedRow, SeriesKey

OFFERS = ("AmazonComputeSavingsPlan", "AWSComputeSavingsPlan")
KINDS = {"ec2instancesavingsplans": "ec2_instance", "computesavingsplans": "compute"}
DESCRIBED = re.compile(r"\d+ year (\w+ Upfront) .*?((?:EC2 Instance|Compute) Savings Plan)", re.ASCII)
YEARS = frozenset({"1", "3"})
SERVICE, OPERATION = "AmazonEC2", "RunInstances"  # RunInstances:0002 and similar are other software
USAGE = re.compile(r"(?:[A-Z0-9]+-)?BoxUsage:(.+)", re.ASCII)  # with a region's prefix; not Dedicated, Unused or Host
RATE = {  # column of the CSV: field of PlanRate
    "RateCode": "id",
    "Unit": "unit",
    "EffectiveDate": "effective",
    "DiscountedRate": "price",
    "Currency": "currency",
    "DiscountedServiceCode": "service",
    "DiscountedUsageType": "usage",
    "DiscountedOperation": "operation",
    "PurchaseOption": "option",
    "LeaseContractLength": "lease",
    "LeaseContractLengthUnit": "lease_unit",
    "Product Family": "family",
    "DiscountedRegionCode": "region",
    "DiscountedInstanceType": "instance",
}
JSON_RATE = {  # name in the JSON's rates: field of PlanRate
    "rateCode": "id",
    "unit": "unit",
    "price": "price",
    "currency": "currency",
    "discountedServiceCode": "service",
    "discountedUsageType": "usage",
    "discountedOperation": "operation",
    "discountedRegionCode": "region",
    "discountedInstanceType": "instance",
}


class PlanRate(NamedTuple):
    """One row, as written."""

    id: str = ""
    unit: str = ""
    effective: str = ""
    price: str = ""
    currency: str = ""
    service: str = ""
    usage: str = ""
    operation: str = ""
    option: str = ""
    lease: str = ""
    lease_unit: str = ""
    family: str = ""
    region: str = ""
    instance: str = ""


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Observed | RejectedRow]:
    """USD per hour of an instance under a plan; `terms` are such as "compute 1yr no_upfront"."""
    best = BestPrices(context.seen_on)
    for document in documents:
        buffered = opened(document)
        rates = _json(buffered, context) if is_json(buffered) else _csv(buffered, context)
        for rate in rates:
            yield from take(rate, best)
    yield from best.prices()


def take(rate: PlanRate, best: BestPrices) -> Iterator[RejectedRow]:
    """Considers one rate, and reports it if it cannot be a price."""
    amount, where = usd(rate.price), aws_place(rate.region)
    kind = KINDS.get(rate.family.replace(" ", "").lower())
    if where is None:
        yield RejectedRow(code="aws_no_place", row=rate.id, value=rate.region)
    elif rate.currency != IN_DOLLARS:
        yield RejectedRow(code="aws_other_currency", row=rate.id, value=rate.currency)
    elif rate.unit != HOURS:
        yield RejectedRow(code="aws_other_unit", row=rate.id, value=rate.unit)
    elif kind is None or rate.option not in OPTIONS or rate.lease not in YEARS or rate.lease_unit != "year":
        terms = " ".join(filter(None, (rate.family, rate.lease, rate.lease_unit, rate.option)))
        yield RejectedRow(code="aws_other_terms", row=rate.id, value=terms)
    elif amount is None:
        yield RejectedRow(code="aws_no_number", row=rate.id, value=rate.price)
    elif not amount:
        yield RejectedRow(code="aws_free", row=rate.id, value=rate.instance)
    else:
        region, zone = where
        terms = f"{kind} {rate.lease}yr {OPTIONS[rate.option]}"
        key = SeriesKey("aws", rate.instance, region, "savings_plan", zone, terms)
        yield from best.take(Observed(key=key, usd_per_hour=amount), rate.effective, rate.id)


def _csv(buffered: io.BufferedReader, context: ParseContext) -> Iterator[PlanRate]:
    opened_table = table(buffered, OFFERS, tuple(RATE), _is_whole)
    columns = opened_table.columns
    index = [(field, columns.index(name)) for name, field in RATE.items()]
    names = b"|".join(re.escape(prefix.encode()) for prefix in sorted(context.prefixes))
    may_be_wanted = re.compile(rb"BoxUsage:(?:" + names + rb")").search
    for line in opened_table.lines:
        if may_be_wanted(line):
            cells = row(line)
            if len(cells) != len(columns):
                raise FeedError("aws_bad_line", excerpt(line))
            rate = PlanRate(**{field: cells[at] for field, at in index})
            if is_wanted(rate, context):
                yield rate


def _json(buffered: io.BufferedReader, context: ParseContext) -> Iterator[PlanRate]:
    products: dict[str, Mapping[str, str]] = {}
    region, keys = "", set()
    with json_events.reading():
        stream = json_events.events(buffered)
        json_events.expect(next(stream), "start_map", "terms")
        for key, first in json_events.members(stream):
            keys.add(key)
            if key == "regionCode":
                region = str(first[1])
            elif key == "products":
                json_events.expect(first, "start_array", key)
                products = dict(_products(stream))
            elif key == "terms":
                json_events.expect(first, "start_map", key)
                for name, opening in json_events.members(stream):
                    if name == "savingsPlan":
                        keys.add(name)
                        json_events.expect(opening, "start_array", name)
                        yield from _plans(stream, context, products, region)
                    else:
                        json_events.skip(stream, opening)
            else:
                json_events.skip(stream, first)
        next(stream, None)
    if missing := [name for name in ("terms", "savingsPlan") if name not in keys]:
        raise FeedError("aws_no_column", ", ".join(missing))


def _products(stream: Iterator[json_events.Event]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The SKU of each plan, with its family and payment option."""
    for opening in json_events.items(stream):
        json_events.expect(opening, "start_map", "products")
        values: dict[str, str] = {}
        for name, first in json_events.members(stream):
            if name == "attributes" and first[0] == "start_map":
                values["option"] = json_events.flat(stream).get("purchaseOption", "")
            elif name in ("sku", "productFamily"):
                values[name] = str(first[1])
            else:
                json_events.skip(stream, first)
        yield values.get("sku", ""), {"option": values.get("option", ""), "family": values.get("productFamily", "")}


def _plans(
    stream: Iterator[json_events.Event], context: ParseContext, products: Mapping[str, Mapping[str, str]], region: str
) -> Iterator[PlanRate]:
    """The rates of each plan; what applies to all of them may follow them in the file."""
    for opening in json_events.items(stream):
        json_events.expect(opening, "start_map", "savingsPlan")
        rates: list[PlanRate] = []
        values: dict[str, str] = {}
        lease: dict[str, str] = {}
        for name, first in json_events.members(stream):
            if name == "rates":
                json_events.expect(first, "start_array", name)
                rates.extend(_rates(stream, context))
            elif name == "leaseContractLength" and first[0] == "start_map":
                lease = json_events.flat(stream)
            elif name in ("sku", "description", "effectiveDate"):
                values[name] = str(first[1])
            else:
                json_events.skip(stream, first)
        shared = products.get(values.get("sku", "")) or _described(values.get("description", ""))
        for rate in rates:
            yield rate._replace(
                **shared,
                region=rate.region or region,
                effective=values.get("effectiveDate", ""),
                lease=lease.get("duration", ""),
                lease_unit=lease.get("unit", ""),
            )


def _rates(stream: Iterator[json_events.Event], context: ParseContext) -> Iterator[PlanRate]:
    for opening in json_events.items(stream):
        json_events.expect(opening, "start_map", "rates")
        values: dict[str, str] = {}
        for name, first in json_events.members(stream):
            if name == "discountedRate" and first[0] == "start_map":
                values |= json_events.flat(stream)
            elif first[0] in json_events.STARTS:
                json_events.skip(stream, first)
            else:
                values[name] = str(first[1])
        rate = PlanRate(**{field: values[name] for name, field in JSON_RATE.items() if name in values})
        if usage := USAGE.fullmatch(rate.usage):
            rate = rate._replace(instance=rate.instance or usage[1])
            if is_wanted(rate, context):
                yield rate


def is_wanted(rate: PlanRate, context: ParseContext) -> bool:
    """Whether it is of an hour of an accelerated machine under Linux."""
    return (
        rate.service == SERVICE
        and rate.operation == OPERATION
        and USAGE.fullmatch(rate.usage) is not None
        and rate.instance.startswith(tuple(context.prefixes))
    )


def _described(description: str) -> Mapping[str, str]:
    """Payment option and family of a plan that is not among the products, from its description."""
    match = DESCRIBED.match(description)
    return {"option": match[1], "family": f"{match[2]}s"} if match else {}


def _is_whole(values: Mapping[str, str]) -> bool:
    """Whether a last row is complete: its last cell is the instance type, in which the usage type also ends."""
    usage, instance = values["DiscountedUsageType"], values["DiscountedInstanceType"]
    if values["DiscountedServiceCode"] != SERVICE or ":" not in usage:
        return True
    return instance != "" and usage.endswith(f":{instance}")
