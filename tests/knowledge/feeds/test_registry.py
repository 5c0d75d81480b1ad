"""The registry: every feed that the data describes has a parser, and every parser a description."""

from __future__ import annotations

import inspect

import pytest

from knowledge.facts import Facts
from knowledge.feeds.aws import spot
from knowledge.feeds.registry import FEEDS, parser


def test_every_described_feed_has_a_parser_and_every_parser_a_description(facts: Facts) -> None:
    assert FEEDS.keys() == facts.feeds.keys()


@pytest.mark.parametrize("feed", FEEDS)
def test_every_parser_takes_documents_and_a_context(feed: str) -> None:
    assert list(inspect.signature(parser(feed)).parameters) == ["documents", "context"]


def test_a_parser_is_found_by_the_id_of_its_feed() -> None:
    assert parser("aws_spot") is spot.parse


def test_an_unknown_feed_has_no_parser() -> None:
    with pytest.raises(KeyError):
        parser("price_of_tulips")
