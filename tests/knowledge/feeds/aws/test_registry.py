"""AWS's feeds are found by their ids."""

from __future__ import annotations

import pytest

from knowledge.feeds.aws import capacity_blocks, offers, savings_plans, spot
from knowledge.feeds.registry import parser

MODULES = (capacity_blocks, offers, savings_plans, spot)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_feed_is_found_by_its_id(module) -> None:  # type: ignore[no-untyped-def]
    assert parser(f"aws_{module.__name__.rpartition('.')[2]}") is module.parse
