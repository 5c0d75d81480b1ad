"""Machines for longer than a term."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.past_term import PastTerm
from engine.forms.first.term_pays import TermPays


@pytest.mark.parametrize(
    ("text", "months", "free", "terms", "mixed"),
    [
        ("14 months of p4d.24xlarge in us-east-1: on demand or 1 year reserved?", 14, 224_400, 243_900, 154_000),
        ("2 x p4d.24xlarge in us-west-2 for 18 months, 1-year reserved or on demand?", 18, 577_000, 487_800, 436_200),
    ],
)
def test_a_term_is_owed_whole_so_a_longer_time_takes_two(
    text: str, months: float, free: float, terms: float, mixed: float, advisor: Advisor
) -> None:
    """13.92 x 8,760 h a term, 21.958 an hour on demand: 10,220 h are 224.4k, two terms 243.9k, both 154k."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PastTerm) and (round(told.months), told.best) == (months, "mixed")
    assert [round(usd, -2) for usd in (told.free_usd, told.terms_usd, told.mixed_usd)] == [free, terms, mixed]


def test_a_term_is_judged_by_the_hours_of_a_day(advisor: Advisor) -> None:
    """62.92 of 98.32 is 64%, 12 h a day are 50%; ten g4-standard-48 a year: (4.49993 - 3.105) x 87,600 = 122.2k."""
    text = "Is a one year Azure reservation on ND96isr_H100_v5 in East US worth it if we only use it 12 hours a day?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, TermPays) and (told.pays, round(told.least, 2), told.share) == ("no", 0.64, 0.5)
    text = "we plan 10x g4-standard-48 in us-central1 all year. what does the 1-yr commitment save in dollars?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, TermPays) and told.sum_first and round(told.apart_usd, -2) == 122_200
