"""Estimates keep their order under every operation; expected regret matches a textbook figure."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.interval import Interval, expected_regret, mean

positive = st.floats(1e-6, 1e9)
MEANS = st.floats(1.0, 1e6)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    low, likely, high = sorted((draw(positive), draw(positive), draw(positive)))
    return Interval(low=low, likely=likely, high=high)


@given(intervals(), intervals())
def test_products_and_sums_stay_ordered(one: Interval, other: Interval) -> None:
    for result in (one.times(other), one.plus(other), one.times(3.0), one.inverse()):
        assert result.low <= result.likely <= result.high


@given(intervals())
def test_the_inverse_of_the_inverse_is_the_same(one: Interval) -> None:
    assert one.inverse().inverse().likely == pytest.approx(one.likely)


def test_an_80_percent_interval_reaches_1_28_sigma() -> None:
    """ln(high / likely) = 1.2816 x sigma."""
    assert math.log(Interval.around(100, 0.2).high / 100) == pytest.approx(0.2 * 1.2816, abs=1e-4)
    assert Interval.around(100, 0.2).sigma == pytest.approx(0.2)


@pytest.mark.parametrize("bad", [(2, 1, 3), (1, 2, math.inf), (math.nan, 1, 2)])
def test_unordered_and_infinite_bounds_are_refused(bad: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        Interval(low=bad[0], likely=bad[1], high=bad[2])


def of_mean(value: float, sigma: float) -> Interval:
    return Interval.around(value / math.exp(sigma**2 / 2), sigma)


def test_the_regret_between_equals_is_the_value_of_the_option_to_exchange() -> None:
    """Means of 100 and a spread of 0.2 between them: 100 x (2 Phi(0.1) - 1) = 7.966, a textbook figure."""
    assert expected_regret(of_mean(100, 0.2), Interval.exactly(100)) == pytest.approx(7.966, abs=0.001)


def test_two_spreads_add_as_squares() -> None:
    """0.12 and 0.16 are 0.2 together."""
    assert expected_regret(of_mean(100, 0.12), of_mean(100, 0.16)) == pytest.approx(7.966, abs=0.001)


def test_without_uncertainty_the_regret_is_the_difference_or_zero() -> None:
    assert expected_regret(Interval.exactly(120), Interval.exactly(100)) == 20
    assert expected_regret(Interval.exactly(100), Interval.exactly(120)) == 0


@given(MEANS, MEANS, st.floats(0.01, 0.6))
def test_the_regrets_of_two_choices_differ_by_their_means(one: float, other: float, sigma: float) -> None:
    here, there = of_mean(one, sigma), of_mean(other, sigma)
    parity = expected_regret(here, there) - expected_regret(there, here)
    assert parity == pytest.approx(mean(here) - mean(there), rel=1e-6, abs=1e-6 * max(one, other))
