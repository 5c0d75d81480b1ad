"""Which changes a channel gets in its digest."""

from __future__ import annotations

import pytest

from bot.digest.filters import DigestFilter
from knowledge.facts import Facts
from knowledge.store.subscriptions import Filters
from tests.engine.impact.test_digest import moved


@pytest.mark.parametrize(
    ("filters", "takes"),
    [
        (Filters(), True),
        (Filters(clouds=("aws",)), True),
        (Filters(clouds=("gcp",)), False),
        (Filters(regions=("us-east-1",)), True),
        (Filters(regions=("us-west-2",)), False),
        (Filters(chips=("p5",)), True),
        (Filters(chips=("h100-sxm",)), True),
        (Filters(chips=("p5en",)), False),
        (Filters(chips=("trainium2", "p5.48xlarge")), True),
        (Filters(clouds=("aws",), chips=("trainium2",)), False),
    ],
)
def test_a_cut_of_p5_in_us_east_1(facts: Facts, filters: Filters, takes: bool) -> None:
    assert DigestFilter(facts, filters).takes(moved("p5.48xlarge", 55.04, 44.03)) is takes


def test_a_prefix_matches_whole_parts_of_a_name(facts: Facts) -> None:
    """p5 means p5.48xlarge and p5.4xlarge, not p5en.48xlarge."""
    assert not DigestFilter(facts, Filters(chips=("p5",))).takes(moved("p5en.48xlarge", 63.3, 60.0))
