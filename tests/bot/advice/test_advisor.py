"""Text in, answer out, by the one path that every surface takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import MAX_CHARACTERS, Advisor
from bot.advice.team import TeamData
from bot.wording.errors import UserError
from knowledge.facts import Facts
from tests.day import DAY, FOUNDING


@pytest.mark.parametrize(
    ("text", "code"), [("  ", "empty"), ("?!…", "no_words"), ("a" * (MAX_CHARACTERS + 1), "too_long")]
)
def test_what_cannot_be_read_is_refused_with_a_reason(advisor: Advisor, text: str, code: str) -> None:
    with pytest.raises(UserError) as refused:
        advisor.ask(text)
    assert refused.value.code == code


def test_the_same_question_on_the_same_day_has_the_same_answer(facts: Facts, advisor: Advisor) -> None:
    assert advisor.ask(FOUNDING) == Advisor(facts, DAY).ask(FOUNDING)


def test_a_slot_that_is_set_counts_as_said(advisor: Advisor) -> None:
    answer = advisor.ask(FOUNDING, settings={"runs": "7"})
    assert answer.reading.profile.runs == 7


@pytest.mark.parametrize(("slot", "value", "code"), [("rums", "7", "unknown_slot"), ("runs", "many", "bad_value")])
def test_a_setting_that_cannot_be_is_refused(advisor: Advisor, slot: str, value: str, code: str) -> None:
    with pytest.raises(UserError) as refused:
        advisor.ask(FOUNDING, settings={slot: value})
    assert refused.value.code == code


def test_a_follow_up_is_answered_against_the_card_before_it(advisor: Advisor) -> None:
    first = advisor.ask(f"{FOUNDING}, 70B")
    second = advisor.ask("and with one run only?", before=first.reading)
    assert second.reading.profile.parameters == 70e9
    assert second.changed is not None


def test_a_question_about_facts_has_an_answer_and_no_verdict(advisor: Advisor) -> None:
    answer = advisor.ask("price of p5.48xlarge in us-east-1")
    assert answer.verdict is None and answer.facts is not None and answer.facts.prices


def test_libraries_of_the_same_team_are_made_once(advisor: Advisor) -> None:
    assert advisor.library(TeamData().own) is advisor.library()
