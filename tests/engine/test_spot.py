"""Checkpoint intervals and the price of interruptions, against the worked numbers of the papers' formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.constants import Constants
from engine.spot import daly_interval, slowdown, spot_slowdown, young_interval
from knowledge.facts import Facts


def test_young_and_daly_agree_with_the_hand_worked_case() -> None:
    """2-minute checkpoints, 240 minutes between interruptions: 30.98 min (Young), 29.66 min (Daly)."""
    assert young_interval(2, 240) == pytest.approx(30.98, abs=0.005)
    assert daly_interval(2, 240) == pytest.approx(29.66, abs=0.005)


def test_an_interruption_costs_more_than_half_an_interval() -> None:
    """With 10 minutes to restart the run takes 18.96 % longer; half an interval alone would say 6 %."""
    assert slowdown(2, 240, 10) == pytest.approx(1.1896, abs=0.0001)


def test_with_endless_checkpoints_the_interval_is_the_time_between_failures() -> None:
    assert daly_interval(50, 20) == 20


@given(st.floats(0.5, 10), st.floats(60, 20_000), st.floats(1, 60))
def test_rarer_interruptions_never_cost_more(checkpoint: float, mean: float, restart: float) -> None:
    assert slowdown(checkpoint, mean * 2, restart) <= slowdown(checkpoint, mean, restart) * (1 + 1e-9)


def test_spot_always_takes_longer_than_undisturbed(facts: Facts) -> None:
    assert spot_slowdown(Constants(facts)).low > 1
