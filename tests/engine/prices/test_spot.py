"""Checkpoint intervals and the price of interruptions, against the worked numbers of the papers' formulas."""

import math
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.constants import Constants
from engine.base.interval import Interval
from engine.prices.spot import (
    SpotPlan,
    daly_interval,
    first_order_overhead,
    restart_minutes,
    slowdown,
    spot_plan,
    walk_away_overhead,
    walk_away_price,
    young_interval,
)
from knowledge.facts import Facts, Family

FAMILIES = get_args(Family)


def test_young_and_daly_agree_with_the_hand_worked_case() -> None:
    """2-minute checkpoints, 240 minutes between interruptions: 30.98 min (Young), 29.66 min (Daly)."""
    assert young_interval(2, 240) == pytest.approx(30.98, abs=0.005)
    assert daly_interval(2, 240) == pytest.approx(29.66, abs=0.005)


def test_an_interruption_costs_more_than_half_an_interval() -> None:
    """With 10 minutes to restart the run takes 18.96 % longer; half an interval alone would say 6 %."""
    assert slowdown(2, 240, 10) == pytest.approx(1.1896, abs=0.0001)


def test_with_endless_checkpoints_the_interval_is_the_time_between_failures() -> None:
    assert daly_interval(50, 20) == 20


def test_the_first_order_overhead_of_the_hand_worked_case() -> None:
    """At Young's 30.98 min: 2/30.98 + (15.49 + 10)/240 = 0.0646 + 0.1062 = 17.1 %; the exact figure is 18.96 %."""
    assert first_order_overhead(30.98, 2, 240, 10) == pytest.approx(0.1708, abs=0.0001)


def test_writing_is_shared_by_the_machines_and_never_free(facts: Facts) -> None:
    """70B: 980 GB at 1 GB/s a machine take 980/8/60 = 2.04 min on eight; an adapter still takes half a minute."""
    constants = Constants(facts)
    assert plan_of(constants, 980, 8).checkpoint_minutes == pytest.approx(2.0417, abs=0.0001)
    assert plan_of(constants, 980, 1).checkpoint_minutes == pytest.approx(16.33, abs=0.01)
    assert plan_of(constants, 0.58, 1).checkpoint_minutes == 0.5


def test_any_machine_that_is_taken_ends_the_run(facts: Facts) -> None:
    """24 h between interruptions of one machine are 24 x 60 / 8 = 180 min for eight."""
    plan = plan_of(Constants(facts), 980, 8)
    assert plan.mean_minutes.likely == pytest.approx(180)
    # tau = sqrt(2 x 2.0417 x 180) = 27.11; x (1 + 0.0753/3 + 0.00567/9) - 2.04 = 25.77
    assert plan.interval_minutes.likely == pytest.approx(25.77, abs=0.01)
    # 180 x e^(15/180) x (e^((25.77 + 2.04)/180) - 1) / 25.77 = 180 x 1.0869 x 0.16708 / 25.77
    assert plan.slowdown.likely == pytest.approx(1.268, abs=0.001)


def test_a_restart_compiles_again_where_the_cache_is_lost(facts: Facts) -> None:
    """A quarter of restarts miss the cache: 15 + 0.25 x 45 min on Neuron, 15 + 0.25 x 6 min on a TPU."""
    constants = Constants(facts)
    assert restart_minutes("gpu", constants) == 15
    assert restart_minutes("trainium", constants) == pytest.approx(26.25)
    assert restart_minutes("tpu", constants) == pytest.approx(16.5)


def test_the_walk_away_price_makes_spot_cost_what_on_demand_does() -> None:
    """At half the price spot pays up to 100 % more time; a run that takes 25 % longer, up to 80 % of the price."""
    assert walk_away_overhead(10, 20) == pytest.approx(1.0)
    assert walk_away_price(20, 1.25) == pytest.approx(16)


def test_interruptions_beyond_counting_are_capped_not_infinite(facts: Facts) -> None:
    constants = Constants(facts)
    assert slowdown(2, 0.01, 60) == math.inf  # e^6000
    plan = plan_of(constants, 980, 100_000)
    assert plan.slowdown == Interval.exactly(constants.likely("spot_slowdown_at_most"))


def plan_of(constants: Constants, gigabytes: float, instances: int) -> SpotPlan:
    return spot_plan(constants, checkpoint=gigabytes, family="gpu", instances=instances)


@given(st.floats(0.5, 10), st.floats(60, 20_000), st.floats(1, 60))
def test_rarer_interruptions_never_cost_more(checkpoint: float, mean: float, restart: float) -> None:
    assert slowdown(checkpoint, mean * 2, restart) <= slowdown(checkpoint, mean, restart) * (1 + 1e-9)


@given(st.floats(0.01, 500), st.floats(0.5, 20_000), st.floats(1, 20), st.floats(0.1, 60))
def test_over_the_whole_range_too(checkpoint: float, mean: float, times: float, restart: float) -> None:
    """Where a checkpoint takes twice the time between interruptions, Daly's formula jumps by less than 0.1 %."""
    assert slowdown(checkpoint, mean * times, restart) <= slowdown(checkpoint, mean, restart) * 1.001


def test_every_plan_is_ordered_finite_and_longer_than_undisturbed(facts: Facts) -> None:
    constants = Constants(facts)

    @given(st.floats(0.01, 10_000), st.integers(1, 5000), st.sampled_from(FAMILIES))
    def holds(gigabytes: float, instances: int, family: Family) -> None:
        plan = spot_plan(constants, checkpoint=gigabytes, family=family, instances=instances)
        assert 1 < plan.slowdown.low <= plan.slowdown.likely <= plan.slowdown.high < math.inf
        assert 0 < plan.interval_minutes.low <= plan.interval_minutes.likely <= plan.interval_minutes.high

    holds()


def test_more_machines_are_interrupted_more_often(facts: Facts) -> None:
    """With so little to write that the shorter writing of more machines does not make up for it."""
    constants = Constants(facts)

    @given(st.integers(1, 500))
    def holds(instances: int) -> None:
        one, more = plan_of(constants, 0.01, instances), plan_of(constants, 0.01, instances + 1)
        assert more.mean_minutes.likely < one.mean_minutes.likely
        assert more.slowdown.likely >= one.slowdown.likely * (1 - 1e-9)

    holds()
