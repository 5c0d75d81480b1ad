"""AWS's price lists have hundreds of megabytes; the memory to read them does not grow with their size."""

from __future__ import annotations

import pytest

from benchmarks.feeds import CSV_OFFERS, CSV_PLANS, document, many_products, peak_megabytes
from knowledge.feeds.aws.offers import parse as parse_offers
from knowledge.feeds.aws.savings_plans import parse as parse_plans
from knowledge.types.observed import Observed
from tests.knowledge.feeds.aws_files import CONTEXT

FILES = {
    "offers csv": (parse_offers, CSV_OFFERS, {"p5.48xlarge"}),
    "offers json": (parse_offers, many_products, {"p5.48xlarge"}),
    "plans csv": (parse_plans, CSV_PLANS, {"g6.xlarge"}),
}


@pytest.mark.parametrize("name", FILES)
def test_twelve_megabytes_are_read_in_what_two_take(name: str) -> None:
    parse, parts, wanted = FILES[name]

    def read(megabytes: int) -> None:
        result = list(parse([document(parts(megabytes))], CONTEXT))
        assert {entry.key.instance for entry in result if isinstance(entry, Observed)} == wanted

    small, large = (peak_megabytes(lambda megabytes=megabytes: read(megabytes)) for megabytes in (2, 12))
    assert large < 3
    assert large < small * 1.5
