"""What being wrong costs: against a textbook figure, and at the edges."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.interval import Interval, expected_regret, mean

MEANS = st.floats(1.0, 1e6)


def of_mean(value: float, sigma: float) -> Interval:
    return Interval.around(value / math.exp(sigma**2 / 2), sigma)


def test_a_choice_between_equals_costs_what_the_option_to_exchange_is_worth() -> None:
    """Means of 100 and a spread of 0.2 between them: 100 x (2 Phi(0.1) - 1) = 7.966, a textbook figure."""
    assert expected_regret(of_mean(100, 0.2), Interval.exactly(100)) == pytest.approx(7.966, abs=0.001)


def test_two_spreads_add_as_squares() -> None:
    """0.12 and 0.16 are 0.2 together."""
    assert expected_regret(of_mean(100, 0.12), of_mean(100, 0.16)) == pytest.approx(7.966, abs=0.001)


def test_without_doubt_it_is_the_difference_or_nothing() -> None:
    assert expected_regret(Interval.exactly(120), Interval.exactly(100)) == 20
    assert expected_regret(Interval.exactly(100), Interval.exactly(120)) == 0


@given(MEANS, MEANS, st.floats(0.01, 0.6))
def test_what_one_may_lose_less_what_the_other_may_is_the_difference_of_means(
    one: float, other: float, sigma: float
) -> None:
    here, there = of_mean(one, sigma), of_mean(other, sigma)
    parity = expected_regret(here, there) - expected_regret(there, here)
    assert parity == pytest.approx(mean(here) - mean(there), rel=1e-6, abs=1e-6 * max(one, other))
