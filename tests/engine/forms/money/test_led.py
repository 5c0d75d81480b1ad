"""A question about money has the form that answers it first, and what it is read by is not told as not understood."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.money.led import led


def test_its_form_stands_first_and_the_others_behind(advisor: Advisor) -> None:
    reading = advisor.parse("what is the dearest way to get 8 H200")
    assert reading.form == "remark" and "explain" in reading.other_forms
    assert not reading.unread


def test_words_of_another_matter_stay_untold(advisor: Advisor) -> None:
    reading = advisor.parse("second cheapest H100 on demand, Betriebsrat included")
    assert any("Betriebsrat" in one for one in reading.unread)


def test_a_question_of_another_kind_stays_as_it_is(advisor: Advisor) -> None:
    reading = advisor.parse("does a 70B fit on 8 x A100?")
    assert led(reading) == reading
