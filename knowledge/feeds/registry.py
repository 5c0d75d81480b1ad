"""The feeds there are, by id. A module is imported when its feed is read."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from knowledge.observed import Feed

FEEDS: dict[str, str] = {
    "skypilot": "knowledge.feeds.skypilot:parse",
    "gpuhunt": "knowledge.feeds.gpuhunt:parse",
    "gpuhunt_tpu": "knowledge.feeds.gpuhunt_tpu:parse",
    "azure_retail": "knowledge.feeds.azure_retail:parse",
    "gcp_skus": "knowledge.feeds.gcp_skus:parse",
    "recorded": "knowledge.feeds.recorded:parse",
    "aws_capacity_blocks": "knowledge.feeds.aws_capacity_blocks:parse",
    "aws_offers": "knowledge.feeds.aws_offers:parse",
    "aws_savings_plans": "knowledge.feeds.aws_savings_plans:parse",
    "aws_spot": "knowledge.feeds.aws_spot:parse",
}


def parser(feed: str) -> Feed:
    """The parser of a feed.

    Raises:
        KeyError: no feed has this id.
    """
    module, _, name = FEEDS[feed].partition(":")
    return cast(Feed, getattr(import_module(module), name))
