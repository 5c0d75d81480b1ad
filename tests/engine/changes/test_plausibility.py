"""What a price can be, by itself and against the one before."""

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
        (700.0, "placeholder", True),  # what a catalog writes where it knows none
        (0.05, "no_such_price", True),  # eight chips at less than 0.02 each
        (4.0, "outside", False),  # H100 has never cost so little, but could
    ],
)
def test_a_list_price_by_itself(facts: Facts, usd: float, code: str | None, is_final: bool | None) -> None:
    fault = limits(facts).fault(P5, usd, None)
    assert (fault and fault.code, fault and fault.is_final) == (code, is_final)


def test_a_spot_price_has_no_list_to_be_compared_with(facts: Facts) -> None:
    assert limits(facts).fault(P5._replace(purchase="spot"), 4.0, None) is None


def test_a_price_divided_by_the_chips_of_the_machine_is_a_slip(facts: Facts) -> None:
    known = limits(facts)
    assert known.slip(P5, 55.04, 55.04 / 8, None) == 8
    assert known.slip(P5, 55.04, 44.03, None) is None


def test_a_machine_belongs_to_its_chip_and_an_unknown_one_to_the_beginning_of_its_name(facts: Facts) -> None:
    known = limits(facts)
    assert (known.family(P5), known.chips(P5, None)) == ("h100-sxm", 8)
    unknown = P5._replace(instance="x9-ultra-4g")
    assert (known.family(unknown), known.chips(unknown, 4)) == ("x9-ultra", 4)
    assert known.chips(CHIP, None) == 1
