"""What stands first because it is of the very kind that is asked."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.term_pays import TermPays
from engine.forms.ways.beside import WaysBeside


def test_a_message_in_two_questions_has_one_answer_where_one_line_answers_both(advisor: Advisor) -> None:
    asked = advisor.ask("4 p4d.24xlarge for 60 days: what is the on-demand bill? And does a 1-year plan make sense?")
    assert isinstance(asked.facts.headline, TermPays) and not asked.parts


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("TPU v5p in us-east5: on demand, spot, 1 and 3 year commitment per chip?", 4),
        ("p4d.24xlarge: on demand vs spot vs 1yr price in us-east-1", 3),
        ("what are all the ways to buy a g5.xlarge and what does each cost?", 4),
    ],
)
def test_ways_that_are_listed_have_a_price_each(advisor: Advisor, text: str, ways: int) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, WaysBeside) and len(first.each) == ways


@pytest.mark.parametrize(
    ("turns", "pays"),
    [
        (("price of p4d.24xlarge", "and for 90 days, is a 1 year plan worth it?"), True),  # 90 of 365 days
        (("p4d.24xlarge per month", "only weekdays 9 to 18", "would a 1yr RI be worth it then?"), True),
        (("price of p4d.24xlarge", "is a 1 year reservation cheaper?"), False),
    ],
)
def test_a_turn_that_asks_if_a_term_pays_is_told_at_the_use_of_its_thread(
    advisor: Advisor, turns: tuple[str, ...], pays: bool
) -> None:
    answer = advisor.ask(turns[0])
    for turn in turns[1:]:
        answer = advisor.ask(turn, before=answer.goes_on_from)
    assert isinstance(answer.facts.headline, TermPays) == pays


def test_cards_alone_are_told_by_what_they_hold_and_the_model_is_asked_for(advisor: Advisor) -> None:
    facts = advisor.ask("can I train it on one A100?").facts
    assert facts.headline is not None and facts.headline.code in ("largest_there", "model_unnamed", "usual_room")
    assert facts.questions
