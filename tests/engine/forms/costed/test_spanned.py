"""A machine for a time that is told, by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.commitment_reasons import CommitPlan
from engine.forms.costed.spanned import ForSpan, WayOfSpan


def told(advisor: Advisor, text: str) -> tuple[ForSpan, dict[str, WayOfSpan]]:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, ForSpan), text
    return first, {way.way: way for way in first.ways}


def test_a_year_is_owed_in_full_for_four_months(advisor: Advisor) -> None:
    """2,880 h on demand at 21.50; a year at 13.23 is 8,760 h, and pays from 12 x 13.23 / 21.50 = 7.4 months."""
    first, ways = told(advisor, "reserve or on-demand for 4 months on trn1")
    assert first.hours == 2880 and ways["on_demand"].usd == pytest.approx(2880 * 21.5, rel=1e-3)
    year = ways["reserved_1yr"]
    assert year.owed and year.usd == pytest.approx(8760 * year.rate)
    assert year.pays_from == pytest.approx(12 * year.rate / ways["on_demand"].rate)
    assert first.ways[0].way == "capacity_block"


def test_a_block_is_paid_in_whole_days(advisor: Advisor) -> None:
    """Of machines for 10 days ten are booked, as every other sum of ways counts them."""
    _, ways = told(advisor, "is a capacity block cheaper than on-demand p5 for 10 days?")
    block = ways["capacity_block"]
    assert block.hours == 10 * 24 and block.usd == pytest.approx(240 * block.rate)


def test_a_term_is_bought_again_where_it_is_shorter(advisor: Advisor) -> None:
    """Thirty months are 21,600 h of 720: three terms of 8,760."""
    _, ways = told(advisor, "commit to 3 years of trn1 or pay on demand for 30 months?")
    assert ways["reserved_1yr"].hours == 3 * 8760


def test_three_years_are_named_where_one_does_not_pay(advisor: Advisor) -> None:
    first = advisor.ask("CUD for a3-highgpu-8g at 50% use").facts.headline
    assert isinstance(first, CommitPlan) and first.pays and first.purchase == "reserved_3yr"


def test_work_that_comes_again_has_no_such_time(advisor: Advisor) -> None:
    first = advisor.ask("Should we commit to p4d at 40% utilization?").facts.headline
    assert isinstance(first, CommitPlan) and not first.pays
