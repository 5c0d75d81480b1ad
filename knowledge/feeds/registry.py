"""The parsers of all feeds, by id. A module is imported when its feed is first read."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from knowledge.types.observed import Feed

FEEDS: dict[str, str] = {
    "skypilot": "knowledge.feeds.catalogs.skypilot:parse",
    "gpuhunt": "knowledge.feeds.catalogs.gpuhunt:parse",
    "gpuhunt_tpu": "knowledge.feeds.catalogs.gpuhunt_tpu:parse",
    "azure_retail": "knowledge.feeds.azure_retail:parse",
    "gcp_skus": "knowledge.feeds.gcp.skus:parse",
    "recorded": "knowledge.feeds.recorded:parse",
    "aws_block_page": "knowledge.feeds.aws.block_page:parse",
    "aws_capacity_blocks": "knowledge.feeds.aws.capacity_blocks:parse",
    "aws_offers": "knowledge.feeds.aws.offers:parse",
    "aws_plan_rates": "knowledge.feeds.aws.plan_rates:parse",
    "aws_products": "knowledge.feeds.aws.products:parse",
    "aws_savings_plans": "knowledge.feeds.aws.savings_plans:parse",
    "aws_spot": "knowledge.feeds.aws.spot:parse",
}


def parser(feed: str) -> Feed:
    """The parser of a feed.

    Raises:
        KeyError: no feed has this id.
    """
    module, _, name = FEEDS[feed].partition(":")
    return cast(Feed, getattr(import_module(module), name))
