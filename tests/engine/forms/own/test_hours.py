"""People times hours, and what they cost in each place and way; a limit says which are within."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.own.hours import HoursCost, people_in, people_words
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


def told(advisor: Advisor, text: str) -> HoursCost:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, HoursCost)
    return first


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("35 students x 20 GPU hours, anything T4-ish is fine. What are my options: RunPod, GCP spot, AWS?", 700),
        ("28 estudiantes x 30 horas de L4, ¿cuánto cuesta en GCP?", 840),
        ("We have 24 students, je 15 GPU-Stunden on L4. Kosten on spot and on demand?", 360),
    ],
)
def test_hours_in_all(advisor: Advisor, text: str, hours: float) -> None:
    first = told(advisor, text)
    assert first.hours == hours
    assert all(place.total == pytest.approx(place.hourly * hours) for place in first.places)


def test_what_is_within_a_limit(advisor: Advisor) -> None:
    first = told(advisor, "Rent ONE H100 on AWS or GCP? The lab card has a 500 USD limit and I need about 100 hours.")
    assert first.within
    assert all(place.total <= 500 for place in first.within)
    assert all(place.total > 500 for place in first.beyond)


def test_a_name_of_a_card_is_no_hours(advisor: Advisor) -> None:
    assert not isinstance(advisor.ask("16 H100 or 32 TPU v4 for 500 USD?").facts.headline, HoursCost)


def test_people() -> None:
    assert (people_in("São 28 alunos."), people_words("São 28 alunos.")) == (28, "28 alunos")
    assert people_in("28 A100") == 0
