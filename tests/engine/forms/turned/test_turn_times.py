"""So many times what was told."""

from __future__ import annotations

from engine.forms.turned.turn_bought import Rented
from engine.forms.turned.turn_times import turn_times


def test_so_many_at_once_cost_so_many_times_the_hour() -> None:
    now = Rented(
        instance="g6.xlarge", machines=2, count=1, chips=2, chip="NVIDIA L4", gib=22.0, cloud="aws",
        purchase="on_demand", region="us-east-1", day="2026-07-20", usd=1.6,
    )  # fmt: skip
    told = turn_times(5.0, now, ())
    assert (told.machines, told.usd_all) == (10.0, 8.0)
