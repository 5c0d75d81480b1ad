"""AWS's feeds are found by their ids."""

from __future__ import annotations

import pytest

from knowledge.feeds import aws_capacity_blocks, aws_offers, aws_savings_plans, aws_spot
from knowledge.feeds.registry import parser

MODULES = (aws_capacity_blocks, aws_offers, aws_savings_plans, aws_spot)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_feed_is_found_by_its_id(module) -> None:  # type: ignore[no-untyped-def]
    assert parser(module.__name__.rpartition(".")[2]) is module.parse
