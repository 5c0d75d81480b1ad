"""The two things a language model may do, either of which may be missing."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.reader import Reader
from knowledge.facts import Facts
from tests.day import DAY


def test_without_either_answers_are_what_they_are(facts: Facts, advisor: Advisor) -> None:
    text = "Cheapest H100?"
    assert Advisor(facts, DAY, reader=Reader()).ask(text) == advisor.ask(text)
