"""AWS's price list of EC2, one file for each region, CSV or JSON: on demand and Reserved, Linux on shared machines.

The files have hundreds of megabytes; memory grows with the accelerator types in them. In the CSV each row is
complete; in the JSON the products come first and their prices later.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

from knowledge.feeds.aws import json_events
from knowledge.feeds.aws.amounts import usd
from knowledge.feeds.aws.document import excerpt, is_json, opened, row, table
from knowledge.feeds.aws.ledger import Ledger, LedgerRate, Product
from knowledge.types.aws_places import aws_place
from knowledge.types.observed import FeedError, Observed, ParseContext, RejectedRow

OFFER = ("AmazonEC2",)
TERMS = frozenset({"OnDemand", "Reserved"})
PLAIN = {  # column of the CSV: attribute of the JSON, and its values for Linux on shared machines in use
    "Tenancy": ("tenancy", frozenset({"Shared"})),
    "Operating System": ("operatingSystem", frozenset({"Linux"})),
    "CapacityStatus": ("capacitystatus", frozenset({"Used"})),
    "Pre Installed S/W": ("preInstalledSw", frozenset({"NA", ""})),
    "License Model": ("licenseModel", frozenset({"No License required", "NA", ""})),
    "MarketOption": ("marketoption", frozenset({"OnDemand"})),  # otherwise Capacity Blocks are included, at 0.00
    "operation": ("operation", frozenset({"RunInstances"})),  # RunInstances:0002 and similar are other software
}
RATE = {  # column of the CSV: field of LedgerRate
    "RateCode": "id",
    "SKU": "sku",
    "OfferTermCode": "offer",
    "TermType": "term",
    "Unit": "unit",
    "PricePerUnit": "price",
    "Currency": "currency",
    "StartingRange": "starts",
    "EffectiveDate": "effective",
    "LeaseContractLength": "lease",
    "PurchaseOption": "option",
    "OfferingClass": "offering",
}
PLAIN_OPERATION = re.compile(rb"RunInstances(?!:)")  # nine rows in ten are other software and can be skipped
TYPE, REGION, CHIPS = "Instance Type", "Region Code", "GPU"
COLUMNS = (*RATE, *PLAIN, TYPE, REGION)
ATTRIBUTES = {column: attribute for column, (attribute, _) in PLAIN.items()} | {
    TYPE: "instanceType",
    REGION: "regionCode",
}


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Observed | RejectedRow]:
    """USD per hour of an instance: on demand, and reserved with the upfront fee spread over the term."""
    ledger = Ledger(context.seen_on)
    for document in documents:
        buffered = opened(document)
        yield from _json(buffered, context, ledger) if is_json(buffered) else _csv(buffered, context, ledger)
    yield from ledger.prices()


def _csv(buffered: io.BufferedReader, context: ParseContext, ledger: Ledger) -> Iterator[RejectedRow]:
    opened_table = table(buffered, OFFER, COLUMNS)
    yield from _dated(opened_table.metadata["Publication Date"], context)
    columns = opened_table.columns
    index = {name: columns.index(name) for name in (*COLUMNS, *({CHIPS} & set(columns)))}
    may_be_wanted, plain_operation = _prefixes(context).search, PLAIN_OPERATION.search
    for line in opened_table.lines:
        if not plain_operation(line) or not may_be_wanted(line):
            continue
        cells = row(line)
        if len(cells) != len(columns):
            raise FeedError("aws_bad_line", excerpt(line))
        values = {name: cells[at] for name, at in index.items()}
        if values[TYPE].startswith(tuple(context.prefixes)) and is_plain(values) and values["TermType"] in TERMS:
            product = product_of(values)
            if product is None:
                yield RejectedRow(code="aws_no_place", row=values["RateCode"], value=values[REGION])
            else:
                yield from ledger.add(product, LedgerRate(**{field: values[name] for name, field in RATE.items()}))


def _json(buffered: io.BufferedReader, context: ParseContext, ledger: Ledger) -> Iterator[RejectedRow]:
    with json_events.reading():
        stream = json_events.events(buffered)
        json_events.expect(next(stream), "start_map", "products")
        products: dict[str, Product] | None = None
        keys = set()
        for key, first in json_events.members(stream):
            keys.add(key)
            if key == "offerCode" and first[1] not in OFFER:
                raise FeedError("aws_other_offer", str(first[1]))
            if key == "publicationDate":
                yield from _dated(str(first[1]), context)
            elif key == "products":
                json_events.expect(first, "start_map", key)
                products = {}
                yield from _products(stream, context, products)
            elif key == "terms":
                json_events.expect(first, "start_map", key)
                if products is None:
                    raise FeedError("aws_terms_first")
                yield from _terms(stream, products, ledger)
            else:
                json_events.skip(stream, first)
        next(stream, None)  # raises if anything follows the end
    if missing := [name for name in ("offerCode", "products", "terms") if name not in keys]:
        raise FeedError("aws_no_column", ", ".join(missing))


def _products(
    stream: Iterator[json_events.Event], context: ParseContext, products: dict[str, Product]
) -> Iterator[RejectedRow]:
    wanted = tuple(context.prefixes)
    for sku, opening in json_events.members(stream):
        json_events.expect(opening, "start_map", "products")
        attributes: dict[str, str] = {}
        family = ""
        for name, first in json_events.members(stream):
            if name == "attributes" and first[0] == "start_map":
                attributes = json_events.flat(stream)
            elif name == "productFamily" and first[0] == "string":
                family = first[1]
            else:
                json_events.skip(stream, first)
        if not attributes.get("instanceType", "").startswith(wanted) or not family.startswith("Compute Instance"):
            continue
        if missing := [attribute for attribute in ATTRIBUTES.values() if attribute not in attributes]:
            raise FeedError("aws_no_column", ", ".join(missing))
        values = {column: attributes[attribute] for column, attribute in ATTRIBUTES.items()}
        values[CHIPS] = attributes.get("gpu", "")
        if is_plain(values):
            product = product_of(values)
            if product is None:
                yield RejectedRow(code="aws_no_place", row=sku, value=values[REGION])
            else:
                products[sku] = product


def _terms(
    stream: Iterator[json_events.Event], products: Mapping[str, Product], ledger: Ledger
) -> Iterator[RejectedRow]:
    for term, first in json_events.members(stream):
        if term not in TERMS:
            json_events.skip(stream, first)
            continue
        json_events.expect(first, "start_map", term)
        for sku, opening in json_events.members(stream):
            if sku in products:
                for rate in rates_of(sku, term, json_events.build(stream, opening)):
                    yield from ledger.add(products[sku], rate)
            else:
                json_events.skip(stream, opening)


def rates_of(sku: str, term: str, offers: Mapping[str, Any]) -> Iterator[LedgerRate]:
    """The rows the CSV would have. Raises FeedError if an offer has another shape."""
    try:
        for offer, content in offers.items():
            terms = content.get("termAttributes") or {}
            for code, dimension in content["priceDimensions"].items():
                prices = dict(dimension["pricePerUnit"])
                currency = "USD" if "USD" in prices else next(iter(prices), "")
                yield LedgerRate(
                    id=code,
                    sku=sku,
                    offer=offer,
                    term=term,
                    unit=str(dimension["unit"]),
                    price=str(prices.get(currency, "")),
                    currency=currency,
                    starts=str(dimension.get("beginRange", "")),
                    effective=str(content.get("effectiveDate", "")),
                    lease=str(terms.get("LeaseContractLength", "")),
                    option=str(terms.get("PurchaseOption", "")),
                    offering=str(terms.get("OfferingClass", "")),
                )
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FeedError("aws_other_shape", sku) from None


def is_plain(values: Mapping[str, str]) -> bool:
    """Whether it is Linux on a shared machine in use."""
    return all(values[name] in allowed for name, (_, allowed) in PLAIN.items())


def product_of(values: Mapping[str, str]) -> Product | None:
    """What is rented; None where its place is none of AWS's."""
    where = aws_place(values[REGION])
    chips = usd(values.get(CHIPS, ""))
    return where and Product(values[TYPE], *where, float(chips) if chips else None)


def _prefixes(context: ParseContext) -> re.Pattern[bytes]:
    """Matches lines in which a cell after the first has a wanted prefix; most lines need no other check."""
    names = b"|".join(re.escape(prefix.encode()) for prefix in sorted(context.prefixes))
    return re.compile(rb'[",](?:' + names + rb")")


def _dated(published: str, context: ParseContext) -> Iterator[RejectedRow]:
    """A list cannot have been read before it was published; a difference of one day is due to time zones."""
    if published[:10] > context.seen_on.isoformat():
        yield RejectedRow(code="aws_published_later", row=published, value=context.seen_on.isoformat())
