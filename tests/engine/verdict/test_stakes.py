"""What being wrong costs, and the picture of cost against runs."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.interval import Interval
from engine.options.option import Option
from engine.verdict.cost_curves import curves
from engine.verdict.deciding_sum import expected_loss, probability_cheaper, worst_loss
from knowledge.facts import Family
from tests.engine.offers import costing, offer

money = st.floats(1, 1e6)
sigmas = st.floats(0, 1)


def spread(family: Family, usd: float, sigma: float) -> Option:
    """An offering without a port whose run costs `usd`, give or take a log-spread of `sigma`."""
    return costing(offer(family, usd), Interval.around(usd, sigma))


@pytest.mark.parametrize(("ratio", "chance"), [(1.0, 0.556), (0.8, 0.089), (1.2, 0.912)])
def test_the_chance_that_trainium1_is_cheaper_than_p4d(ratio: float, chance: float) -> None:
    """21.50 against 21.957642 USD/h at throughput ratio r: Phi((ln(21.957642 / 21.50) + ln r) / 0.15)."""
    trn1, p4d = spread("trainium", 21.50 / ratio, 0.15), spread("gpu", 21.957642, 0.0)
    assert probability_cheaper(trn1, p4d, 1) == pytest.approx(chance, abs=0.0006)


def test_two_equal_bets_lose_what_an_exchange_option_at_the_money_is_worth() -> None:
    """E * (2 * Phi(s/2) - 1) with means of 100 and s = 0.2: 100 * (2 * 0.539828 - 1) = 7.966."""
    sigma = 0.2 / 2**0.5
    median = 100 / math.exp(sigma**2 / 2)
    lost = expected_loss(spread("trainium", median, sigma), spread("gpu", median, sigma), 1)
    assert lost == pytest.approx(7.966, abs=0.001)


def test_a_certain_saving_has_nothing_to_lose() -> None:
    assert expected_loss(offer("trainium", 90), offer("gpu", 219), 1) == 0
    assert worst_loss(offer("trainium", 90), offer("gpu", 219), 1) == 0


def test_the_worst_case_takes_both_ranges_at_their_bad_ends() -> None:
    """200 runs at 90 with a port of up to 24,000 are 42,000 against 43,800; 150 runs 37,500 against 32,850."""
    trn2, p5en = offer("trainium", 90, 16_000), offer("gpu", 219)
    assert worst_loss(trn2, p5en, 200) == 0
    assert worst_loss(trn2, p5en, 150) == pytest.approx(24_000 + 150 * 90 - 150 * 219)


@given(money, money, sigmas, sigmas)
def test_a_wrong_choice_never_gains_and_never_loses_more_than_it_costs(
    mine: float, theirs: float, my_sigma: float, their_sigma: float
) -> None:
    one, other = spread("trainium", mine, my_sigma), spread("gpu", theirs, their_sigma)
    loss = expected_loss(one, other, 1)
    assert 0 <= loss <= mine * math.exp(my_sigma**2 / 2) * (1 + 1e-9)


@given(money, money, sigmas, st.floats(1, 10))
def test_a_dearer_choice_never_risks_less(mine: float, theirs: float, sigma: float, more: float) -> None:
    other = spread("gpu", theirs, 0.1)
    cheap, dear = spread("trainium", mine, sigma), spread("trainium", mine * more, sigma)
    assert expected_loss(dear, other, 1) >= expected_loss(cheap, other, 1) * (1 - 1e-9) - 1e-6


def test_the_lines_cross_where_the_port_is_repaid() -> None:
    """16,000 / (219 - 90) = 124.03 runs, and by then either way has cost 124.03 * 219 = 27,163 USD."""
    drawn, crossings = curves((offer("gpu", 219), offer("trainium", 90, 16_000)), 50)
    assert {curve.option.family for curve in drawn} == {"gpu", "trainium"}
    (crossing,) = crossings
    assert crossing.runs == pytest.approx(124.03, abs=0.01)
    assert crossing.usd == pytest.approx(27_163, abs=1)
    assert all(curve.runs[-1] > crossing.runs for curve in drawn)
    trainium = next(curve for curve in drawn if curve.option.family == "trainium")
    assert trainium.usd[0] == Interval(8_000, 16_000, 24_000)


def test_no_saving_draws_no_crossing() -> None:
    drawn, crossings = curves((offer("gpu", 6.04), offer("trainium", 8.04, 16_000)), 20)
    assert len(drawn) == 2
    assert crossings == ()
