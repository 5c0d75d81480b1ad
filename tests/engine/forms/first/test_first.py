"""What stands first because it is of the very kind that is asked."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.term_pays import TermPays
from engine.forms.sold.price_reasons import CheapestChip
from engine.forms.sold.span import SpanCost
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


@pytest.mark.parametrize(
    ("text", "usd", "hours"),
    [
        ("2 T4 8h a day, weekdays, per month", 253.76, 173.8),
        ("4 A100 10 hours a day for 20 days", 2938.4, 200.0),
        ("8 H100 9 to 5 on weekdays for 2 months", 19_132.95, 347.6),
    ],
)
def test_chips_by_a_schedule_cost_its_hours_and_no_job_a_day(
    text: str, usd: float, hours: float, advisor: Advisor
) -> None:
    """173.8095 x 1.46; 200 x 14.692; 347.619 x 55.04."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SpanCost) and round(told.hours, 1) == hours and abs(told.usd - usd) < 0.02


@pytest.mark.parametrize(
    ("text", "chip"),
    [("cheapest ada gpu or newer", "NVIDIA L4"), ("price of B200, which cloud is cheapest?", "NVIDIA B200")],
)
def test_the_cheapest_is_told_however_it_is_asked(text: str, chip: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, CheapestChip) and told.chip == chip
