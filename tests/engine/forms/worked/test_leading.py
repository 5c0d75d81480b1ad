"""What comes before the answer of a form."""

from __future__ import annotations

from datetime import timedelta

from bot.advice.advisor import Advisor
from engine.forms.form import Asked
from engine.forms.own.own import _own
from engine.forms.worked.leading import in_one
from engine.forms.worked.worked_reasons import WorkedOut
from knowledge.facts import Facts
from tests.day import DAY


def test_a_sum_by_units_comes_where_no_other_first_line_tells_it(facts: Facts) -> None:
    advisor = Advisor(facts, DAY)
    told = advisor.ask("We do 20k images a day, 4 s each on an A10G. How many GPUs?")
    assert isinstance(told.facts.headline, WorkedOut)
    same = advisor.ask("What do 16 H100 for 5 days cost?")  # the price form has that sum, and more
    assert not isinstance(same.facts.headline, WorkedOut)


def test_the_sum_that_decides_is_the_one_that_answers(facts: Facts) -> None:
    advisor = Advisor(facts, DAY)
    reading = advisor.parse(
        "12 people for 6 hours on one g5.xlarge each: how many GPU hours is it? And how much money?"
    )
    asked = Asked(reading, advisor.library(), DAY)
    assert in_one(asked)
    made = asked.once(_own)
    assert made and Asked(reading, advisor.library(), DAY).sharing(asked).once(_own) is made
    other = Asked(reading, advisor.library(), DAY + timedelta(days=1)).sharing(asked)
    assert other.once(_own) is not made
