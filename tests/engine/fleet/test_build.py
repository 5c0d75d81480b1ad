"""The program of a fleet: held against a search through everything, and against plans worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.fleet.asked import Budget
from engine.fleet.build import build
from engine.fleet.work import Work
from tests.engine.fleet.made import Everything, api, best, planned, way, work
from tests.share import examples

RATES = st.integers(1, 9).map(float)
HOURS = st.sampled_from([5.0, 12.0, 40.0, 200.0, 400.0])


@st.composite
def fleets(draw: st.DrawFn) -> tuple[list[Work], int, float | None, float | None]:
    """Two workloads of two months that may rent, commit, book or call, with ports, leads and budgets."""
    months, works = 2, []
    rate = draw(RATES)
    for number in range(2):
        hours = draw(HOURS)
        ways = [way("a", rate=draw(RATES) + 2, hours=hours, lead_days=draw(st.sampled_from([0.0, 0.0, 20.0])))]
        if draw(st.booleans()):
            ways.append(way("b", "term", rate=rate / 10, hours=hours, purchase="reserved_1yr"))
        elif draw(st.booleans()):
            ways.append(way("c", "block", rate=rate, hours=hours, purchase="capacity_block"))
        if draw(st.booleans()):
            port = draw(st.sampled_from([100.0, 700.0]))
            ways.append(way("d", rate=1.0, hours=hours, port_usd=port, target="neuron"))
        if draw(st.integers(0, 3)) == 0:
            ways.append(api("m", draw(st.integers(10, 900)) * 1.0))
        priority = draw(st.integers(1, 2))
        if draw(st.booleans()):
            units = (draw(st.integers(0, 2)), draw(st.integers(1, 2)))
            works.append(work(f"w{number}", ways, units=units, priority=priority))
        else:
            deadline = (
                draw(st.sampled_from([None, 45.0])) if hours < 400 else None
            )  # no run goes on from month to month
            total = draw(st.integers(1, 2))
            works.append(
                work(
                    f"w{number}",
                    ways,
                    total=total,
                    rhythm="in_all",
                    last=2,
                    priority=priority,
                    deadline_days=deadline,
                )
            )
    total_usd = draw(st.none() | st.integers(1, 60).map(lambda hundreds: hundreds * 100.0))
    monthly_usd = draw(st.none() | st.integers(1, 30).map(lambda hundreds: hundreds * 100.0))
    return works, months, total_usd, monthly_usd


@settings(max_examples=examples(40), deadline=None)
@given(fleets())
def test_the_solver_finds_what_a_search_through_everything_finds(
    fleet: tuple[list[Work], int, float | None, float | None],
) -> None:
    works, months, total, monthly = fleet
    found, known = best(works, months, total=total, monthly=monthly), Everything(works, months, total, monthly).best()
    assert (found is None) == (known is None)
    if found is None or known is None:
        return
    levels = sorted({each.priority for each in works if each.priority > 1})
    done = tuple(sum(found.done(each) for each in works if each.priority == level) for level in levels)
    assert done == known[0]
    assert found.usd == pytest.approx(known[1], abs=0.02)


@settings(max_examples=examples(15), deadline=None)
@given(fleets(), st.integers(1, 20))
def test_more_budget_never_does_less_and_never_costs_more_for_the_same(
    fleet: tuple[list[Work], int, float | None, float | None], hundreds: int
) -> None:
    works, months, total, monthly = fleet
    before = best(works, months, total=total, monthly=monthly)
    wider = {
        "total": None if total is None else total + hundreds * 100.0,
        "monthly": None if monthly is None else monthly + hundreds * 100.0,
    }
    after = best(works, months, **wider)
    if before is None:
        return
    assert after is not None
    was, now = [before.done(each) for each in works], [after.done(each) for each in works]
    assert sum(now) >= sum(was)
    if was == now:
        assert after.usd <= before.usd + 0.02


@settings(max_examples=examples(15), deadline=None)
@given(fleets())
def test_the_same_fleet_has_the_same_plan_in_any_order(
    fleet: tuple[list[Work], int, float | None, float | None],
) -> None:
    works, months, total, monthly = fleet
    one = best(works, months, total=total, monthly=monthly)
    again = best(works, months, total=total, monthly=monthly)
    turned = best(works[::-1], months, total=total, monthly=monthly)
    assert (one is None) == (turned is None)
    if one is not None and again is not None and turned is not None:
        assert one.values == again.values
        assert turned.usd == pytest.approx(one.usd, abs=0.02)


def three_workloads() -> list[Work]:
    """Chat takes one machine all year. A: 10 runs a month of 30 h, B: 10 of 20 h, on machines of the same type.

    On demand an hour is $10, committed for a year $6. By hand: chat rents for 12 x 730 x 10 = $87,600 or commits to
    8,760 x 6 = $52,560. A alone would rent for 12 x 300 x 10 = $36,000 and B for $24,000, each less than a term; the
    two together rent for $60,000 and share one term of 500 of its 730 hours for $52,560. So: two machines, $105,120.
    """

    def ways(hours: float) -> list:
        return [
            way("x", rate=10.0, hours=hours),
            way("x", "term", rate=6.0, hours=hours, purchase="reserved_1yr"),
        ]

    return [
        work("chat", ways(730.0), units=(1,) * 12, rhythm="serving"),
        work("a", ways(30.0), units=(10,) * 12),
        work("b", ways(20.0), units=(10,) * 12),
    ]


def test_three_workloads_share_the_terms_that_none_of_two_would_buy_alone() -> None:
    plan = planned(three_workloads(), 12)
    assert plan.usd.likely == pytest.approx(105_120)
    (term,) = plan.committed
    assert (term.month, term.machines, term.hours) == (1, 2, 8760)
    assert {share.work: share.hours for share in term.shares} == pytest.approx({"chat": 8760, "a": 3600, "b": 2400})
    assert term.used == pytest.approx(14_760 / 17_520)
    assert [round(usd) for _, usd in plan.bills] == [8760] * 12  # 2 x 6 x 730


def test_without_b_the_first_two_rent_what_no_term_pays_for() -> None:
    plan = planned(three_workloads()[:2], 12)
    assert plan.usd.likely == pytest.approx(52_560 + 36_000)


def test_a_budget_a_dollar_short_of_the_terms_has_no_plan() -> None:
    assert best(three_workloads(), 12, total=105_120) is not None
    assert best(three_workloads(), 12, total=105_119) is None


def test_a_term_that_runs_on_after_the_plan_is_counted_whole() -> None:
    """Six months of chat: 6 x 730 x 10 = $43,800 rented, and a term would be $52,560, half of it owed later."""
    chat = work("chat", three_workloads()[0].ways, units=(1,) * 6, rhythm="serving")
    assert planned([chat], 6).usd.likely == pytest.approx(43_800)


def test_runs_of_a_month_share_a_block_of_whole_days() -> None:
    """4 runs of 5 h take 20 of the 23.5 h of a one-day block at $10: $240; 5 runs take a second day, $480."""
    ways = [way("c", "block", rate=10.0, hours=5.0, purchase="capacity_block")]
    assert planned([work("w", ways, units=(4,))], 1).usd.likely == 240
    plan = planned([work("w", ways, units=(5,))], 1)
    assert plan.usd.likely == 480
    assert (plan.booked[0].days, plan.booked[0].shares[0].hours) == (2, 25)


def test_two_workloads_share_a_block_and_one_migration() -> None:
    """Each alone: a block of $240, a port of 500 or 900. Together 17 h: one block and the dearer port, $1,140."""
    first = [way("t", "block", rate=10.0, hours=8.0, purchase="capacity_block", port_usd=500, target="neuron")]
    second = [way("t", "block", rate=10.0, hours=9.0, purchase="capacity_block", port_usd=900, target="neuron")]
    plan = planned([work("one", first, units=(1,)), work("two", second, units=(1,))], 1)
    assert plan.usd.likely == 240 + 900
    other = planned([work("one", first, units=(1,)), work("two", second, units=(1,), family="qwen")], 1)
    assert other.usd.likely == 240 + 500 + 900


def test_work_that_needs_machines_side_by_side_waits_for_none_that_serve() -> None:
    """Serving holds 1 of a type all month. A run of 1 h on 2 wants two more beside it: 3 machines, not 2."""
    serve = [way("x", "term", rate=1.0, hours=730.0, purchase="reserved_1yr")]
    train = [way("x", "term", rate=1.0, hours=1.0, machines=2, purchase="reserved_1yr")]
    plan = planned([work("s", serve, units=(1,), rhythm="serving"), work("t", train, units=(1,))], 1)
    assert plan.committed[0].machines == 3


def test_a_migration_keeps_work_off_its_target_until_it_is_done() -> None:
    """40 days of port: month 1 rents at $100 a run, month 2 has 730 x 2 - 960 = 500 h left for the port's way."""
    ways = [way("g", rate=10.0, hours=10.0), way("t", rate=1.0, hours=10.0, lead_days=40.0)]
    plan = planned([work("w", ways, units=(1, 1))], 2)
    assert {entry.way.id: entry.months for entry in plan.used} == {
        "g:on_demand": ((1, 1.0),),
        "t:on_demand": ((2, 1.0),),
    }


def test_a_run_longer_than_a_month_goes_on_in_the_next_one_in_the_same_way() -> None:
    """1,000 h at $2 by the end of month 2; renting the first 730 h elsewhere for $1 does not mix in."""
    ways = [way("x", rate=2.0, hours=1000.0), way("y", rate=1.0, hours=1000.0, lead_days=30.0)]
    plan = planned([work("w", ways, total=1, rhythm="in_all", last=2)], 2)
    (entry,) = plan.used
    assert entry.way.id == "x:on_demand"
    assert entry.units == pytest.approx(1)
    assert plan.usd.likely == pytest.approx(2000)
    assert [month for month, _ in entry.months] == [1, 2]


def test_a_run_before_a_deadline_may_lie_across_the_end_of_a_month() -> None:
    """Port of 20 days and 400 h by day 45: 250 h are left of month 1 and 350 of month 2."""
    ways = [way("t", rate=1.0, hours=400.0, lead_days=20.0)]
    assert best([work("w", ways, total=1, rhythm="in_all", last=2, deadline_days=45.0)], 2) is not None
    assert best([work("w", ways, total=1, rhythm="in_all", last=2, deadline_days=36.0)], 2) is None  # 384 h


def test_no_more_machines_of_a_limited_type_are_held_than_the_file_allows() -> None:
    """Ten runs of 200 h: one machine at a time holds 730 h, three whole runs; the other seven pay $9 an hour."""
    ways = [way("x", rate=1.0, hours=200.0), way("y", rate=9.0, hours=200.0)]
    plan = planned([work("w", ways, units=(10,))], 1, limits={"x": 1})
    assert {entry.way.id: entry.units for entry in plan.used} == {"x:on_demand": 3, "y:on_demand": 7}


def test_every_row_says_by_its_name_what_it_means() -> None:
    program = build(three_workloads(), 2, Budget(total_usd=1, monthly_usd=2), {"x": 3})
    kinds = {row.key[0] for row in program.rows}
    assert kinds == {"wanted", "term_hours", "limit", "monthly", "total"}
