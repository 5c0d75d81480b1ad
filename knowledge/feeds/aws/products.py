"""AWS's answers to a query of its price list (`aws pricing get-products`): pages of JSON, one text of JSON a product.

A product and its prices are what AWS's price files hold, read as they are there: on demand and Reserved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

from knowledge import bounded_json
from knowledge.feeds.aws import json_events
from knowledge.feeds.aws.document import excerpt, is_json, opened
from knowledge.feeds.aws.ledger import Ledger
from knowledge.feeds.aws.offers import ATTRIBUTES, CHIPS, OFFER, REGION, TERMS, is_plain, product_of, rates_of
from knowledge.types.observed import FeedError, Observed, ParseContext, RejectedRow

LISTED = "PriceList"


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Observed | RejectedRow]:
    """USD per hour of an instance: on demand, and reserved with the upfront fee spread over the term."""
    ledger = Ledger(context.seen_on)
    for document in documents:
        buffered = opened(document)
        if not is_json(buffered):
            raise FeedError("aws_broken_json", excerpt(buffered.peek(1)))
        for entry in json_events.values_in(buffered, LISTED):
            yield from _take(_entry(entry), context, ledger)
    yield from ledger.prices()


def _entry(entry: object) -> Mapping[str, Any]:
    """A product with its terms: AWS writes it as a text of JSON, tools that rewrite pages as an object."""
    try:
        read = bounded_json.loads(entry) if isinstance(entry, str) else entry
    except ValueError:
        raise FeedError("aws_broken_json", str(entry)[:60]) from None
    if not isinstance(read, dict):
        raise FeedError("aws_other_shape", LISTED)
    return read


def _take(entry: Mapping[str, Any], context: ParseContext, ledger: Ledger) -> Iterator[RejectedRow]:
    if entry.get("serviceCode") not in OFFER:
        raise FeedError("aws_other_offer", str(entry.get("serviceCode"))[:60])
    try:
        sku, attributes, terms = str(entry["product"]["sku"]), entry["product"]["attributes"], dict(entry["terms"])
        values = {column: str(attributes.get(name, "")) for column, name in ATTRIBUTES.items()}
        values[CHIPS] = str(attributes.get("gpu", ""))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FeedError("aws_other_shape", LISTED) from None
    if not attributes.get("instanceType", "").startswith(tuple(context.prefixes)) or not is_plain(values):
        return
    product = product_of(values)
    if product is None:
        yield RejectedRow(code="aws_no_place", row=sku, value=values[REGION])
        return
    for term in TERMS & set(terms):
        for rate in rates_of(sku, term, terms[term]):
            yield from ledger.add(product, rate)
