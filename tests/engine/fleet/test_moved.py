"""What a limit is worth, and by how much one is too tight: found by solving again, checked by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.fleet.solver import solve
from engine.fleet.asked import Budget
from engine.fleet.moved import Bounds, missing, moved_budgets, moved_deadlines, moved_ways, trouble
from engine.fleet.solved import solved
from engine.fleet.ways import LeftOut
from engine.fleet.work import Work
from tests.engine.fleet.made import way, work
from tests.engine.fleet.test_build import fleets
from tests.share import examples


def bounds(months: int = 1, total: float | None = None, monthly: float | None = None, **limits: int) -> Bounds:
    return Bounds(months=months, budget=Budget(total_usd=total, monthly_usd=monthly), limits=limits)


def nobody(_name: str, _days: float) -> Sequence[Work]:
    return []


def test_the_next_thousand_does_what_was_left_out() -> None:
    works = [
        work("must", [way("x", rate=100.0)], units=(1,)),
        work("more", [way("x", rate=90.0)], units=(1,), priority=2),
    ]
    held = bounds(total=1000)
    found = solved(held.program(works), works, solve)
    assert found is not None
    (moved,) = moved_budgets(found, works, held, solve)
    assert (moved.before, moved.after, moved.besides, moved.usd) == (1000, 2000, ("more",), 1900)
    (needed,) = missing(works[1], works, held, solve, nobody)
    assert (needed.what, needed.more, needed.after) == ("total", pytest.approx(900), pytest.approx(1900))


def test_the_next_thousand_a_month_saves_what_a_dearer_way_cost() -> None:
    """A run of 10 h: a block at $60 bills 24 x 60 = $1,440 in a month for four runs; renting them is 4 x 10 x $50."""
    ways = [way("x", rate=50.0), way("c", "block", rate=80.0, hours=5.0, purchase="capacity_block")]
    works = [work("w", ways, total=4, rhythm="in_all", last=2)]
    held = bounds(2, monthly=1000)  # two runs of $500 in each month
    found = solved(held.program(works), works, solve)
    assert found is not None
    assert found.usd == 2000
    (moved,) = moved_budgets(found, works, held, solve)
    assert (moved.what, moved.saves) == ("monthly", pytest.approx(2000 - 24 * 80))


def test_one_machine_more_saves_what_went_elsewhere() -> None:
    """730 h of a machine hold three runs of 200 h at $200; the other three pay $1,800 each elsewhere."""
    works = [work("w", [way("x", rate=1.0, hours=200.0), way("y", rate=9.0, hours=200.0)], units=(6,))]
    held = bounds(x=1)
    found = solved(held.program(works), works, solve)
    assert found is not None
    (moved,) = moved_budgets(found, works, held, solve)
    assert (moved.name, moved.before, moved.after, moved.saves) == ("x", 1, 2, pytest.approx(3 * 1600))


def test_a_deadline_costs_what_the_plan_saves_without_it() -> None:
    """With 30 days more the slow way does it: $100 instead of $900."""
    ways = [way("fast", rate=90.0, hours=10.0), way("slow", rate=1.0, hours=100.0, lead_days=28.0)]
    tight = work("w", ways, total=1, rhythm="in_all", last=2, deadline_days=30.0)
    late = tight.model_copy(update={"deadline_days": 60.0})
    held = bounds(2)
    found = solved(held.program([tight]), [tight], solve)
    assert found is not None
    (moved,) = moved_deadlines(found, [tight], held, solve, lambda _, days: [late] if days == 60 else [tight])
    assert (moved.before, moved.after, moved.saves) == (30, 60, pytest.approx(800))


def test_another_way_that_is_allowed_saves_the_difference() -> None:
    works = [work("w", [way("x", rate=10.0)], units=(1,))]
    others = [work("w", [way("x", rate=10.0), way("s", rate=4.0)], units=(1,))]
    held = bounds()
    found = solved(held.program(works), works, solve)
    assert found is not None
    moved = moved_ways("spot", found, works, others, held, solve)
    assert moved is not None
    assert moved.saves == pytest.approx(60)
    back = moved_ways("no_apis", solved(held.program(others), others, solve) or found, others, works, held, solve)
    assert back is not None
    assert back.costs == pytest.approx(60)


def test_too_little_money_says_how_much_more_in_total_or_a_month() -> None:
    works = [work("w", [way("x", rate=100.0)], units=(1, 2))]  # $1,000, then $2,000
    found = trouble(works, bounds(2, total=2500), solve, nobody)
    assert [(each.what, round(each.more, 4), each.after) for each in found.needed] == [("total", 500, 3000)]
    found = trouble(works, bounds(2, monthly=1500), solve, nobody)
    assert [(each.what, round(each.more, 4)) for each in found.needed] == [("monthly", 500)]


def test_two_limits_that_are_both_too_tight_are_said_together() -> None:
    works = [work("w", [way("x", rate=100.0)], units=(2,))]
    found = trouble(works, bounds(total=1500, monthly=1800), solve, nobody)
    assert found.needed == ()
    assert {each.what: round(each.more) for each in found.together} == {"total": 500, "monthly": 200}


def test_a_later_deadline_that_would_do_is_offered_beside_money() -> None:
    """By day 30 it takes the way for $900; $500 are there. The slow way for $100 ends on day 28 + 100 / 24 = 32.2."""
    ways = [way("fast", rate=90.0, hours=10.0), way("slow", rate=1.0, hours=100.0, lead_days=28.0)]
    tight = work("w", ways, total=1, rhythm="in_all", last=2, deadline_days=30.0)
    found = trouble(
        [tight], bounds(2, total=500), solve, lambda _, days: [tight.model_copy(update={"deadline_days": days})]
    )
    assert [(each.what, round(each.more)) for each in found.needed] == [("total", 400), ("deadline", 3)]


def test_work_that_nothing_does_is_named_with_the_days_it_takes() -> None:
    """The days of the ways that are allowed: a way of 26 days is there from that deadline on."""
    stuck = work("w", [], total=1, rhythm="in_all", last=1, deadline_days=10.0)
    stuck = stuck.model_copy(update={"left_out": (LeftOut("x", "too_late", 25.9), LeftOut("y", "too_late", 31.0))})
    there = stuck.model_copy(update={"ways": (way("x", hours=25.9 * 24),)})

    def later(_name: str, days: float) -> list[Work]:
        return [(there if days >= 25.9 else stuck).model_copy(update={"deadline_days": days})]

    found = trouble([stuck], bounds(total=5), solve, later)
    assert [(each.work.name, each.needs_days) for each in found.no_ways] == [("w", 26.0)]


@settings(max_examples=examples(60), deadline=None)
@given(fleets(), st.integers(1, 30).map(float), st.none() | st.integers(0, 2))
def test_what_is_advised_is_enough_as_it_is_said_and_a_step_less_is_not(
    fleet: tuple[list[Work], int, float | None, float | None], days: float, machines: int | None
) -> None:
    """Each amount alone, typed into the file as it is printed."""
    works, months, total, monthly = fleet
    works = [each if each.rhythm != "in_all" else each.model_copy(update={"deadline_days": days}) for each in works]
    limits = {} if machines is None else dict.fromkeys("abcd", machines)
    held = Bounds(months=months, budget=Budget(total_usd=total, monthly_usd=monthly), limits=limits)

    def later(name: str, days: float) -> list[Work]:
        return [each.model_copy(update={"deadline_days": days}) if each.name == name else each for each in works]

    def holds(which: str, after: float, name: str) -> bool:
        wider, moved = held, list(works)
        if which == "deadline":
            moved = later(name, after)
        elif which == "limit":
            wider = held.with_machines(round(after))
        else:
            key = f"{which}_usd"
            wider = held.model_copy(update={"budget": held.budget.model_copy(update={key: after})})
        return solved(wider.program(moved), moved, solve, ranked=False) is not None

    if solved(held.program(works), works, solve, ranked=False) is not None:
        return
    found = trouble(works, held, solve, later)
    free = Bounds(months=months, budget=Budget(), limits={})
    for no in found.no_ways:
        if no.needs_days is not None:
            (moved,) = [each for each in later(no.work.name, no.needs_days) if each.name == no.work.name]
            assert solved(free.program([moved]), [moved], solve, ranked=False) is not None
            less = moved.model_copy(update={"deadline_days": no.needs_days - (1.0 if no.needs_days > 10 else 0.1)})
            assert solved(free.program([less]), [less], solve, ranked=False) is None
    for each in found.needed:
        after = each.more if each.what == "limit" else each.after
        assert after is not None and holds(each.what, after, each.name)
        step = {"limit": 1.0, "deadline": 1.0 if after > 10 else 0.1}.get(each.what, 0.02)
        assert not holds(each.what, after - step, each.name)
    if found.together:
        both = held
        for each in found.together:
            if each.what == "limit":
                both = both.with_machines(round(each.more))
            else:
                budget = both.budget.model_copy(update={f"{each.what}_usd": each.after})
                both = both.model_copy(update={"budget": budget})
        assert solved(both.program(works), works, solve, ranked=False) is not None
    assert found.no_ways or found.needed or found.together
