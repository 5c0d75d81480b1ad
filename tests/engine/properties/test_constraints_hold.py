"""Every constraint's figures recompute, and what is bought whole is paid whole, whatever was asked."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.advice.advisor import Advisor
from engine.options.constraints import Constraint, Late, OneOffTerm, OverBudget, TooManyMachines
from engine.options.option import CostedOption
from engine.prices.commitments import TERMS, term_hours
from tests.engine.properties.asked import DEADLINES, WORK, Asked, case, offers
from tests.share import examples

BUDGETS = st.sampled_from((None, 50.0, 1_000.0, 20_000.0, 1e6))


def recomputes(option: CostedOption, reason: Constraint) -> bool:
    """The sum a reader can do with the fields of the reason."""
    if isinstance(reason, Late):
        days = reason.port_days + reason.queue_days + reason.run_days * reason.margin
        held = math.isclose(days, reason.needs_days) and reason.needs_days > reason.deadline_days
        same = math.isclose(reason.run_days * 24, option.run.hours.likely, rel_tol=1e-6)
        more = not isinstance(reason, TooManyMachines) or reason.wanted > reason.most >= 1
        return held and same and more and math.isclose(reason.port_days, 7 * reason.port_weeks)
    if isinstance(reason, OverBudget):
        total = reason.port_usd + reason.runs * reason.usd_per_run
        return math.isclose(total, reason.total_usd) and reason.total_usd > reason.budget_usd
    if isinstance(reason, OneOffTerm):
        return math.isclose(reason.usd, reason.usd_per_hour * reason.term_hours * reason.count)
    return True


def test_every_constraint_recomputes_from_its_own_figures(advisor: Advisor) -> None:
    library = advisor.library()

    @settings(max_examples=examples(40))
    @given(WORK, st.sampled_from((None, *DEADLINES)), BUDGETS)
    def holds(asked: Asked, days: int | None, money: float | None) -> None:
        for option in offers(case(library, asked, deadline_days=days, budget_usd=money)):
            if isinstance(option.not_leading, Constraint):
                assert recomputes(option, option.not_leading), option.not_leading
                assert option.not_leading.excess is None or option.not_leading.excess > 1

    holds()


def test_what_may_lead_keeps_deadline_and_budget(advisor: Advisor) -> None:
    library = advisor.library()

    @settings(max_examples=examples(40))
    @given(WORK, st.sampled_from(DEADLINES), BUDGETS)
    def holds(asked: Asked, days: int, money: float | None) -> None:
        for option in offers(case(library, asked, deadline_days=days, budget_usd=money)):
            if option.may_lead:
                port_days = 7 * option.port.first_job_weeks.likely
                assert port_days + option.run.hours.likely / 24 <= days
                assert money is None or option.usd_total.likely <= money * (1 + 1e-9)

    holds()


def test_what_may_lead_is_bought_as_it_was_said(advisor: Advisor) -> None:
    library = advisor.library()

    @settings(max_examples=examples(25))
    @given(WORK)
    def holds(asked: Asked) -> None:
        for option in offers(case(library, asked)):
            if option.may_lead and asked["purchase"]:
                assert option.purchase == asked["purchase"]

    holds()


def test_no_term_costs_less_than_its_rate_for_all_its_hours(advisor: Advisor) -> None:
    library = advisor.library()

    @settings(max_examples=examples(40))
    @given(WORK)
    def holds(asked: Asked) -> None:
        for option in offers(case(library, asked)):
            if option.purchase in TERMS:
                least = option.price.usd_per_hour.likely * term_hours(option.purchase) * option.count
                assert option.usd_total.low >= least * (1 - 1e-9)
                assert option.usd_total.likely >= option.port.usd.likely + least * (1 - 1e-9)

    holds()


def test_no_capacity_block_costs_less_than_a_day_of_its_machines(advisor: Advisor) -> None:
    library = advisor.library()

    @settings(max_examples=examples(40))
    @given(WORK, st.sampled_from((None, *DEADLINES)))
    def holds(asked: Asked, days: int | None) -> None:
        for option in offers(case(library, asked, deadline_days=days)):
            if option.purchase == "capacity_block":
                least = 24 * option.price.usd_per_hour.likely * option.count
                assert option.usd_total.low >= least * (1 - 1e-9)
                assert option.run.usd_block_each is not None
                assert option.run.usd_block_each.low >= least * (1 - 1e-9)

    holds()


@pytest.mark.parametrize("runs", [1, 7, 52])
def test_the_total_is_the_port_and_a_runs_share_times_the_runs(advisor: Advisor, runs: int) -> None:
    library = advisor.library()

    @settings(max_examples=examples(15))
    @given(WORK)
    def holds(asked: Asked) -> None:
        rhythm = {"runs": runs, "cadence": "one_off" if runs == 1 else "repeated"}
        for option in offers(case(library, asked | rhythm)):
            total = option.port.usd.likely + runs * option.run.usd.likely
            assert option.usd_total.likely == pytest.approx(total, rel=1e-9)

    holds()
