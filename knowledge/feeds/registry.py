"""The feeds there are, by id, and where the parser of each stands. Nothing is imported before it is asked for."""

from __future__ import annotations

from importlib import import_module

from knowledge.observed import Feed

FEEDS: dict[str, str] = {
    "aws_capacity_blocks": "knowledge.feeds.aws_capacity_blocks:parse",
    "aws_offers": "knowledge.feeds.aws_offers:parse",
    "aws_savings_plans": "knowledge.feeds.aws_savings_plans:parse",
    "aws_spot": "knowledge.feeds.aws_spot:parse",
}


def parser(feed: str) -> Feed:
    """The parser of a feed.

    Raises:
        KeyError: there is no such feed.
    """
    module, _, name = FEEDS[feed].partition(":")
    found: Feed = getattr(import_module(module), name)
    return found
