"""What comes before the answer of a form."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.worked.worked_reasons import WorkedOut
from knowledge.facts import Facts
from tests.day import DAY


def test_a_sum_by_units_comes_where_no_other_first_line_tells_it(facts: Facts) -> None:
    advisor = Advisor(facts, DAY)
    told = advisor.ask("We do 20k images a day, 4 s each on an A10G. How many GPUs?")
    assert isinstance(told.facts.headline, WorkedOut)
    same = advisor.ask("What do 16 H100 for 5 days cost?")  # the price form has that sum, and more
    assert not isinstance(same.facts.headline, WorkedOut)
