"""Which prices are plausible, by themselves and after the price before."""

from __future__ import annotations

import pytest

from knowledge.facts import Facts, SeriesKey
from tests.engine.changes.looks import P5, limits

CHIP = SeriesKey("gcp", "tpu-v5e", "us-west4", "on_demand", scope="chip")


@pytest.mark.parametrize(
    ("usd", "code", "is_final"),
    [
        (55.04, None, None),
        (0.0, "not_positive", True),
        (700.0, "placeholder", True),  # what a catalog writes if it has no price
        (0.05, "no_such_price", True),  # eight chips at less than 0.02 each
        (4.0, "outside", False),  # H100 has never cost so little, but could
    ],
)
def test_why_a_list_price_looks_wrong(facts: Facts, usd: float, code: str | None, is_final: bool | None) -> None:
    fault = limits(facts).fault(P5, usd, None)
    assert (fault and fault.code, fault and fault.is_final) == (code, is_final)


def test_a_spot_price_is_not_compared_with_list_prices(facts: Facts) -> None:
    assert limits(facts).fault(P5._replace(purchase="spot"), 4.0, None) is None


def test_a_price_divided_by_the_number_of_chips_is_a_unit_mistake(facts: Facts) -> None:
    bounds = limits(facts)
    assert bounds.slip(P5, 55.04, 55.04 / 8, None) == 8
    assert bounds.slip(P5, 55.04, 44.03, None) is None


def test_a_type_is_grouped_by_chip_and_an_unknown_type_by_the_start_of_its_name(facts: Facts) -> None:
    bounds = limits(facts)
    assert (bounds.family(P5), bounds.chips(P5, None)) == ("h100-sxm", 8)
    unknown = P5._replace(instance="x9-ultra-4g")
    assert (bounds.family(unknown), bounds.chips(unknown, 4)) == ("x9-ultra", 4)
    assert bounds.chips(CHIP, None) == 1
