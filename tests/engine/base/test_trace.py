"""Steps of the calculation, as "Show the math" prints them."""

from __future__ import annotations

import pytest

from engine.base.interval import Interval
from engine.base.trace import step


def test_a_plain_number_is_an_exact_interval() -> None:
    assert step("hours", 3, "hours").value == Interval(3.0, 3.0, 3.0)


def test_a_step_names_the_steps_and_sources_it_came_from() -> None:
    made = step("usd_per_run", Interval(80, 100, 130), "usd", "hours", "usd_per_hour", cites=("aws-price-list",))
    assert made.uses == ("hours", "usd_per_hour")
    assert made.cites == ("aws-price-list",)
    assert made.value.high == 130


def test_a_step_cannot_be_changed_afterwards() -> None:
    with pytest.raises(AttributeError):
        setattr(step("hours", 3, "hours"), "unit", "days")  # noqa: B010  # a plain assignment would not type-check
