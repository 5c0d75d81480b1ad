"""Independent groups of measurements: however many rows a group published, it counts once."""

from __future__ import annotations

import pytest

from engine.base.evidence import Evidence
from knowledge.facts import Facts


def test_many_rows_of_one_group_are_one_group_with_their_median(facts: Facts) -> None:
    """1e14, 3e14 and 9e14 FLOP/s: the median is 300 TFLOP/s."""
    row = next(row for row in facts.measurements if row.kind == "training" and row.precision == "bf16")
    rows = tuple(
        row.model_copy(
            update={"id": f"r{n}", "group": "g", "flops_per_token": 1e11, "tokens_per_second_per_accelerator": speed}
        )
        for n, speed in enumerate((1e3, 3e3, 9e3))
    )
    (group,) = Evidence(facts.model_copy(update={"measurements": rows})).groups("training", row.accelerator)
    assert group.value == pytest.approx(300)
    assert group.sources == (row.source,)


def test_in_serving_a_group_counts_by_its_largest_batch(facts: Facts) -> None:
    """Rows of one group differ by batch; the fastest is what the chip can carry: 200 tokens/s x 8e9 parameters."""
    row = next(row for row in facts.measurements if row.kind == "inference")
    rows = tuple(
        row.model_copy(
            update={"id": f"r{n}", "group": "g", "active_parameters": 8e9, "tokens_per_second_per_accelerator": speed}
        )
        for n, speed in enumerate((50.0, 200.0))
    )
    (group,) = Evidence(facts.model_copy(update={"measurements": rows})).groups("inference", row.accelerator)
    assert group.value == pytest.approx(1.6e12)


def test_an_unmeasured_chip_has_no_groups(facts: Facts) -> None:
    assert Evidence(facts).groups("training", "trainium3") == ()
