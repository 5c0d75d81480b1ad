"""Estimates keep their order whatever is done to them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.interval import Interval

positive = st.floats(1e-6, 1e9)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    low, likely, high = sorted((draw(positive), draw(positive), draw(positive)))
    return Interval(low=low, likely=likely, high=high)


@given(intervals(), intervals())
def test_products_and_sums_stay_ordered(one: Interval, other: Interval) -> None:
    for made in (one.times(other), one.plus(other), one.times(3.0), one.inverse()):
        assert made.low <= made.likely <= made.high


@given(intervals())
def test_the_inverse_of_the_inverse_is_the_same(one: Interval) -> None:
    assert one.inverse().inverse().likely == pytest.approx(one.likely)


def test_an_80_percent_interval_reaches_1_28_sigma() -> None:
    """ln(high / likely) = 1.2816 x sigma."""
    assert math.log(Interval.around(100, 0.2).high / 100) == pytest.approx(0.2 * 1.2816, abs=1e-4)
    assert Interval.around(100, 0.2).sigma == pytest.approx(0.2)


@pytest.mark.parametrize("bad", [(2, 1, 3), (1, 2, math.inf), (math.nan, 1, 2)])
def test_disorder_and_infinity_are_refused(bad: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        Interval(low=bad[0], likely=bad[1], high=bad[2])
