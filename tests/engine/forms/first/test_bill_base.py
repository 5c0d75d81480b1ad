"""A bill of today is where the sum of another way to buy starts."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.forms.first.bill_base import BillBase, BillHours, NothingLess, RunsToday


def test_a_bill_above_all_hours_of_its_machines_leaves_a_rest(advisor: Advisor) -> None:
    first = advisor.ask("We pay $40k a month for 2 p4d, what could we save?").facts.headline
    assert isinstance(first, BillBase) and (first.instance, first.machines) == ("p4d.24xlarge", 2)
    assert first.bill - first.over == pytest.approx(2 * 730 * first.usd_per_hour)
    term = next(way for way in first.ways if way.purchase == "reserved_1yr")
    assert term.usd == pytest.approx(2 * 730 * term.usd_per_hour)  # owed for every hour of both


def test_a_term_of_machines_that_stand_half_the_time_saves_nothing(advisor: Advisor) -> None:
    told = advisor.ask("our bill is $25k/month for three p4d on demand. how do we get it down?").facts
    assert isinstance(told.headline, BillBase) and isinstance(told.sentences[0], BillHours)
    assert told.sentences[0].share == pytest.approx(25_000 / told.headline.usd_per_hour / (3 * 730))
    assert {way.purchase for way in told.headline.ways} == {"capacity_block", "spot"}


def test_a_machine_that_runs_today_is_held_by_its_list_price(advisor: Advisor) -> None:
    first = advisor.ask("We run our recommender on a g5.12xlarge, is there something cheaper?").facts.headline
    assert isinstance(first, BillBase) and first.other is not None and not first.told
    assert first.other.usd < first.bill == pytest.approx(730 * first.usd_per_hour)


def test_what_nothing_undercuts_is_said_so(advisor: Advisor) -> None:
    first = advisor.ask("we spend 700 dollars a month on one g5.xlarge, any way to pay less?").facts.headline
    assert isinstance(first, NothingLess) and first.bill == 700


def test_money_that_may_be_spent_is_no_bill(advisor: Advisor) -> None:
    first = advisor.ask("We have $60k a month to spend on p4d, what would you do?").facts.headline
    assert not isinstance(first, BillBase)


def test_what_runs_today_fits_whatever_its_size(advisor: Advisor) -> None:
    first = advisor.ask("we fine-tune on p3.2xlarge today, 10 runs a week. Which chip?").facts.headline
    assert isinstance(first, RunsToday) and first.other is not None and first.other.usd < first.usd_per_hour


def test_the_same_machine_elsewhere_is_told_by_its_region(advisor: Advisor) -> None:
    """19.10 an hour in southeastasia, 14.692 in eastus."""
    answer = advisor.ask("We're on NC96ads A100 v4 in Singapore. How much would the US save us per month?")
    first = answer.facts.headline
    assert isinstance(first, BillBase) and [way.region for way in first.ways] == ["eastus"]
    assert headline(answer).endswith("on demand in eastus.")
