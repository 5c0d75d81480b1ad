"""The lines of a plan: they add up, month by month and in all, and say who uses what was bought whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from engine.fleet.plan import by_month, plan_of
from tests.engine.fleet.made import api, best, planned, way, work
from tests.engine.fleet.test_build import fleets
from tests.share import examples


@settings(max_examples=examples(20), deadline=None)
@given(fleets())
def test_the_lines_add_up_to_the_total_and_to_the_bills(fleet: tuple) -> None:
    works, months, total, monthly = fleet
    found = best(works, months, total=total, monthly=monthly)
    if found is None:
        return
    plan = plan_of(found, works, months)
    assert sum(each.likely for each in plan.costs) == pytest.approx(found.usd, abs=0.02)
    assert plan.usd.low <= plan.usd.likely <= plan.usd.high
    billed = by_month(plan).values()
    assert [sum(each) for each in zip(*billed, strict=True)] == pytest.approx(
        [usd for _, usd in plan.bills] if billed else [], abs=0.02
    )
    whole = sum(entry.machine_hours for entry in plan.used if entry.way.kind in ("term", "block"))
    shared = sum(share.hours for entry in plan.committed for share in entry.shares)
    shared += sum(share.hours * len(entry.months) for entry in plan.booked for share in entry.shares)
    assert shared == pytest.approx(whole, abs=0.1)
    assert {work.name for work in plan.left_out} <= {each.name for each in works if not found.done(each)} | {
        each.name for each in works if not each.total
    }


def test_what_is_owed_after_the_plan_is_said() -> None:
    """3 months of a year at $1: 9 x 730 = $6,570 of the $8,760 are owed after it."""
    ways = [way("x", "term", rate=1.0, hours=700.0, purchase="reserved_1yr")]
    (term,) = planned([work("w", ways, units=(1, 1, 1))], 3).committed
    assert (term.usd.likely, term.owed_usd, term.held_hours) == (8760, 6570, 2190)


def test_blocks_that_are_used_alike_are_one_line() -> None:
    ways = [way("c", "block", rate=1.0, hours=5.0, purchase="capacity_block")]
    plan = planned([work("w", ways, units=(4, 4, 5))], 3)
    assert [(entry.days, entry.months, entry.usd.likely) for entry in plan.booked] == [
        (1, (1, 2), 48.0),
        (2, (3,), 48.0),
    ]


def test_a_call_is_paid_by_the_unit() -> None:
    plan = planned([work("s", [api("m", 7.0)], units=(1, 1), rhythm="serving")], 2)
    assert (plan.usd.likely, plan.cites) == (14.0, ("list",))
