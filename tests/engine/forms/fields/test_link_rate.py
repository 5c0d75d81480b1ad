"""The rate of the link between machines, however it is written."""

from __future__ import annotations

import pytest

from engine.forms.fields.link_rate import link_gbps, step_seconds


@pytest.mark.parametrize(
    ("text", "gbps"),
    [
        ("10 Gbps interconnect", 10),
        ("over 25GbE", 25),
        ("2.5 Gbit/s LAN", 2.5),
        ("12.5 GB/s", 100),
        ("HDR InfiniBand", 200),
        ("a card of 24 GB", None),
    ],
)
def test_a_link_is_in_gigabits_a_second(text: str, gbps: float | None) -> None:
    assert link_gbps(text) == gbps


def test_the_time_of_a_step_stands_before_it_or_behind() -> None:
    assert step_seconds("each step takes 0.4 s") == 0.4
    assert step_seconds("900 ms per step") == 0.9
