"""A bill of several lines keeps their order."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.billed.billed_reasons import Billed


def test_the_cheapest_way_that_is_listed_comes_first(advisor: Advisor) -> None:
    """730 x 13.2293 before 730 x 7.59, which a document claims."""
    told = advisor.ask("monthly cost of one trn1.32xlarge with a 3 year reservation vs 1 year").facts.headline
    assert isinstance(told, Billed) and [round(line.usd) for line in told.lines] == [9657, 5541]
