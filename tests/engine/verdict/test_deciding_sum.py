"""Per-run saving x runs against the port: the sum that decides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.interval import Interval
from engine.verdict.deciding_sum import break_even, deciding_sum, probability_cheaper
from tests.engine.offers import costing, offer

money = st.floats(0.01, 1e6)
runs = st.integers(1, 10_000)


def test_the_port_is_repaid_when_the_savings_add_up_to_it() -> None:
    """219 - 90 = 129 saved a run; 16,000 / 129 = 124 runs (62 to 186 for a port of 8,000 to 24,000)."""
    point = break_even(offer("trainium", 90, 16_000), offer("gpu", 219))
    assert point.runs is not None
    assert (round(point.runs.low), round(point.runs.likely), round(point.runs.high)) == (62, 124, 186)


def test_a_negative_saving_never_breaks_even() -> None:
    """The cost page's own LoRA table: 8.04 on trn1.2xlarge against 6.04 on g5.xlarge."""
    point = break_even(offer("trainium", 8.04, 16_000), offer("gpu", 6.04))
    assert point.runs is None
    assert point.saving_per_run_usd == pytest.approx(-2.0)


@pytest.mark.parametrize(
    ("trn1", "gpu", "hours"),
    [(21.50, 32.77, 710), (21.50, 21.957642, 17_481), (21.50, 55.04, 239)],
    ids=["p4d before June 2025", "p4d today", "p5 today"],
)
def test_hours_that_repay_two_weeks_of_an_engineer(trn1: float, gpu: float, hours: int) -> None:
    """8,000 USD over the gap an hour, if both chips were equally fast, which nobody has shown."""
    point = break_even(offer("trainium", trn1, 8_000), offer("gpu", gpu))
    assert point.runs is not None
    assert round(point.runs.likely) == hours


def test_the_lean_turns_at_the_break_even() -> None:
    options = (offer("gpu", 219), offer("trainium", 90, 16_000))
    below, above = deciding_sum(options, 124), deciding_sum(options, 125)
    assert below is not None and above is not None
    assert (below.lean, above.lean) == ("gpu", "trainium")


def test_an_option_that_may_not_lead_does_not_lead() -> None:
    found = deciding_sum((offer("gpu", 219), offer("gpu", 10, held=True)), 1)
    assert found is not None
    assert found.winner.run.usd == Interval.exactly(219)


def test_nothing_that_may_lead_is_no_sum() -> None:
    assert deciding_sum((offer("gpu", 10, held=True),), 1) is None


@given(money, money, money, runs, runs)
def test_more_runs_never_favour_the_option_with_no_port(
    gpu: float, other: float, port: float, some: int, more: int
) -> None:
    options = (offer("gpu", gpu), offer("trainium", other, port))
    few, many = sorted((some, more))
    before, after = deciding_sum(options, few), deciding_sum(options, many)
    assert before is not None and after is not None
    if before.lean == "trainium" and other <= gpu:
        assert after.lean == "trainium"


@given(money, money, money, runs, st.floats(1, 10))
def test_a_dearer_hour_never_makes_an_option_win(gpu: float, other: float, port: float, n: int, rise: float) -> None:
    before = deciding_sum((offer("gpu", gpu), offer("trainium", other, port)), n)
    after = deciding_sum((offer("gpu", gpu), offer("trainium", other * rise, port)), n)
    assert before is not None and after is not None
    if before.lean == "gpu":
        assert after.lean == "gpu"


def test_probability_is_a_half_between_equals_and_matches_the_worked_number() -> None:
    """Phi(ln(21.957642 / 21.50) / 0.15) = 0.556: a 2 % cheaper hour at a log-spread of 0.15 is no call."""
    wide = Interval.around(21.50, 0.15)
    one = costing(offer("trainium", 21.50), wide)
    assert probability_cheaper(one, offer("gpu", 21.957642), 1) == pytest.approx(0.556, abs=0.001)
    assert probability_cheaper(offer("gpu", 5), offer("trainium", 5), 1) == 0.5
