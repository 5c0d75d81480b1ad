"""What a row of the table sees."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.join import asks, of, stands
from engine.forms.registry import form_named


class Unheld(Reason, code="not_held_of"):
    """A first line that knows nothing."""


class Sum(Reason, code="a_sum"):
    """One that tells something."""


@pytest.mark.parametrize(
    ("stated", "first", "alone"),
    [
        (FactAnswer(), "", False),
        (FactAnswer(headline=Unheld()), "not_held_of", True),
        (FactAnswer(headline=Sum()), "a_sum", False),
        (FactAnswer(headline=Sum(), unsure=True), "a_sum", True),
    ],
)
def test_what_stands_there_tells_nothing_or_something(
    stated: FactAnswer, first: str, alone: bool, advisor: Advisor
) -> None:
    asked = Asked(advisor.parse("How long on 8 A100?"), advisor.library(), advisor.today())
    there = stands(form_named("explain"), stated, asked)
    assert (there.first, there.alone, there.written) == (first, alone, None)
    assert of(frozenset({"a_sum"}))(there) == (first == "a_sum")
    assert of(frozenset({"another"}), alone=True)(there) == alone
    assert there.seeks(frozenset({"hours"})) and not there.seeks(frozenset({"carbon"}))
    assert asks(lambda it: FactAnswer(of_told=it is asked))(there) == FactAnswer(of_told=True)
