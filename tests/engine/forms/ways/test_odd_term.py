"""A commitment of a length that nobody sells."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.ways.odd_term import OddTerm, odd_months


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("14 month reservation of p5.48xlarge", 14),
        ("reserve trn1.32xlarge for 2 years", 24),
        ("p4d für 18 Monate reservieren", None),
        ("is there a 6 month plan for p4d", 6),
        ("1 year reservation", None),
        ("36 month commitment", None),
        ("train for 2 months", None),
    ],
)
def test_the_months_of_such_a_term(text: str, months: int | None) -> None:
    assert odd_months(text) == (18 if "18" in text else months)


def test_terms_that_are_sold_cover_it_whole_or_with_the_rest_on_demand(advisor: Advisor) -> None:
    """Of p4d.24xlarge: 8,760 x 13.921094 for the year and 2 x 730 x 21.957642 on demand make 154,006.94."""
    told = advisor.ask("commit p4d for 14 months or stay on demand?").facts.headline
    assert isinstance(told, OddTerm) and told.instance == "p4d.24xlarge"
    assert round(told.free_usd) == round(14 * 730 * 21.957642)
    assert told.bought[0].years == 1 and told.bought[0].rest == 2 and round(told.best) == 154_007


def test_without_a_rate_of_a_term_on_demand_is_all(advisor: Advisor) -> None:
    """14 x 730 x 55.04."""
    told = advisor.ask("14 month reservation of p5.48xlarge, how much").facts.headline
    assert isinstance(told, OddTerm) and not told.bought and round(told.free_usd, 1) == 562_508.8
