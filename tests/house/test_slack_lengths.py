"""No answer is longer in Slack than a message should be: about 4,000 characters open, 8,000 at most in all."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms import FORMS
from tests.slack.lengths import Length, lengths

OPEN_WORDS, OPEN, ALL = 3500, 4700, 8000  # Slack counts some hundred for each block beside its words


@pytest.fixture(scope="module")
def found(advisor: Advisor) -> list[Length]:
    return lengths(advisor)


def test_every_form_is_measured(found: list[Length]) -> None:
    assert {each.form for each in found} == {form.id for form in FORMS}


def test_no_golden_question_and_no_form_goes_beyond(found: list[Length]) -> None:
    assert [each for each in found if each.words > OPEN_WORDS or each.seen > OPEN or each.whole > ALL] == []


def test_a_follow_up_is_shorter_than_a_card(found: list[Length]) -> None:
    followed = {each.name: each.seen for each in found[-3:]}
    assert max(followed.values()) < min(each.seen for each in found if each.name.startswith("founding"))
