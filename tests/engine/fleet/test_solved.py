"""Which plan is the best: what is done comes before what it costs, and of equals the rule decides."""

from __future__ import annotations

import pytest

from tests.engine.fleet.made import best, planned, way, work


def test_the_lowest_priority_is_left_out_first_though_it_costs_more_to_keep_the_others() -> None:
    """$100, $200 and $150 under $320: the first two are done for $300, though 100 + 150 would be cheaper."""
    works = [
        work("must", [way("x", rate=10.0)], units=(1,)),
        work("second", [way("x", rate=20.0)], units=(1,), priority=2),
        work("third", [way("x", rate=15.0)], units=(1,), priority=3),
    ]
    found = best(works, 1, total=320)
    assert found is not None
    assert [found.done(each) for each in works] == [True, True, False]
    assert found.usd == pytest.approx(300)


def test_of_two_ways_at_the_same_price_the_first_by_name_is_taken() -> None:
    ways = [way("b", rate=10.0), way("a", rate=10.0)]
    assert [entry.way.id for entry in planned([work("w", ways, units=(1,))], 1).used] == ["a:on_demand"]


def test_at_the_same_price_nothing_is_bought_whole() -> None:
    """A block of a day at $10 is $240, and so is renting 24 h of it."""
    ways = [way("x", rate=24.0, hours=10.0), way("c", "block", rate=10.0, hours=10.0, purchase="capacity_block")]
    plan = planned([work("w", ways, units=(1,))], 1)
    assert (plan.usd.likely, plan.booked) == (240, ())


def test_at_the_same_price_work_is_done_in_the_first_month() -> None:
    plan = planned([work("w", [way("x")], total=2, rhythm="in_all", last=3)], 3)
    assert plan.used[0].months == ((1, 2.0),)


def test_a_migration_that_no_work_uses_costs_nothing() -> None:
    """The port is paid only by who takes it, and by the figure of the port itself."""
    ways = [way("x", rate=10.0), way("t", rate=1.0, port_usd=33.33, target="neuron")]
    found = best([work("w", ways, units=(1, 1))], 2)
    assert found is not None
    assert found.usd == 10 + 10 + 33.33
