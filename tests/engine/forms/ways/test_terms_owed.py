"""What terms of years are owed for in all."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.forms.ways.terms_owed import TermsOwed


def owed(text: str, advisor: Advisor) -> TermsOwed:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, TermsOwed)
    return told


@pytest.mark.parametrize(
    "text",
    [
        "total cost of committing 3 years vs 1 year for p4d.24xlarge",
        "3-year vs 1-year reserved for p4d.24xlarge: total cost and break-even",
        "coste total de reservar p4d.24xlarge 1 año vs 3 años",
    ],
)
def test_one_year_and_three_are_summed_over_their_hours(text: str, advisor: Advisor) -> None:
    """13.92 USD for 8,760 h and 12.48 for 26,280; 21.957642 on demand: 63 % and 57 %."""
    told = owed(text, advisor)
    assert told.instance == "p4d.24xlarge" and [one.years for one in told.each] == [1, 3]
    assert [one.owed for one in told.each] == [pytest.approx(121_947, rel=1e-3), pytest.approx(327_947, rel=1e-3)]
    assert [one.free for one in told.each] == [pytest.approx(192_349, rel=1e-3), pytest.approx(577_047, rel=1e-3)]
    assert [round(one.pays_from or 0, 2) for one in told.each] == [0.63, 0.57]


@pytest.mark.parametrize(
    ("text", "years", "usd"),
    [
        ("trn1n.32xlarge 3 year reserved total", 3, 8.59 * 26_280),
        ("2 x trn1n.32xlarge 3 year reserved total", 3, 8.59 * 26_280 * 2),
    ],
)
def test_the_total_of_one_term_is_that_of_all_its_machines(
    text: str, years: int, usd: float, advisor: Advisor
) -> None:
    (one,) = owed(text, advisor).each
    assert one.years == years and one.owed == pytest.approx(usd, rel=1e-3)


def test_where_no_rate_is_held_the_hours_on_demand_are_told(advisor: Advisor) -> None:
    """55.04 USD for 8,760 and 26,280 h."""
    text = "total cost of committing 3 years vs 1 year for p5.48xlarge"
    told = owed(text, advisor)
    assert not told.held and told.plan_alone and [one.owed for one in told.each] == [None, None]
    assert [one.free for one in told.each] == [pytest.approx(482_150, rel=1e-3), pytest.approx(1_446_451, rel=1e-3)]
    assert headline(advisor.ask(text)).startswith("p5.48xlarge: no rate of a term of 1 year or 3 years is held")


def test_a_month_of_a_term_is_another_sum(advisor: Advisor) -> None:
    told = advisor.ask("p4d.24xlarge reserved 1 year total per month").facts.headline
    assert not isinstance(told, TermsOwed)
