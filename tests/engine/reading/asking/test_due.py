"""A day by which work has to be done is the days that are left until then."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from engine.reading.asking.due import due, in_days
from engine.reading.document import laid_out
from engine.workload.profile import Profile

MONDAY = date(2026, 11, 30)
TRAINS = Profile(task="pretraining", parameters=3e9)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("pretrain a 3B by end of March", 121),  # 31 + 31 + 28 + 31
        ("pretrain a 3B by March", 90),  # the last of February: before March begins
        ("pretrain a 3B by March 15", 105),
        ("pretrain a 3B no later than 15 March 2027", 105),
        ("pretrain a 3B until mid January", 46),
        ("pretrain a 3B before Christmas", 24),
        ("pretrain a 3B, deadline Q1", 121),
        ("pretrain a 3B, due 2027-01-31", 62),
        ("pretrain a 3B by Friday", 4),
        ("pretrain a 3B by monday", 7),
        ("pretrain a 3B by the end of the quarter", 31),
        ("pretrain a 3B within a quarter", 91),
        ("3B bis Ende Februar trainieren", 90),
        ("entraîner un 3B avant fin janvier", 62),
        ("entrenar un 3B antes de navidad", 24),
        ("3月末までに3Bを事前学習", 121),
        ("年底前训练完3B", 31),
    ],
)
def test_the_days_until_then_are_counted(text: str, days: int, advisor: Advisor) -> None:
    found = due(laid_out(text, advisor._vocabulary), MONDAY)
    assert found is not None and found.days == days


@pytest.mark.parametrize(
    "text",
    [
        "pretrain a 3B in March",  # when, and not by when
        "we trained a 3B in March and it took 3 weeks",
        "pretrain a 3B between Monday and Friday",
        "pretrain a 3B by March or by June",
        "the end of training a 3B",
        "pretrain a 3B, due 2027-02-29",  # no leap year
        "pretrain a 3B, due 2027-03-00",
    ],
)
def test_other_days_are_no_end(text: str, advisor: Advisor) -> None:
    assert due(laid_out(text, advisor._vocabulary), MONDAY) is None


def test_the_text_tells_the_days_instead(advisor: Advisor) -> None:
    text = "pretrain a 3B by end of March, how many H100s?"
    document = laid_out(text, advisor._vocabulary)
    assert in_days(document, TRAINS, MONDAY) == "pretrain a 3B  within 121 days , how many H100s?"


def test_only_where_work_has_to_be_done(advisor: Advisor) -> None:
    document = laid_out("will p5 spot be cheaper by end of March?", advisor._vocabulary)
    assert in_days(document, Profile(instances=("p5.48xlarge",)), MONDAY) is None
    document = laid_out("pretrain a 3B by end of March", advisor._vocabulary)
    assert in_days(document, TRAINS.model_copy(update={"deadline_days": 90.0}), MONDAY) is None


def test_machines_are_counted_for_the_days_that_are_left(advisor: Advisor) -> None:
    """From 21 November to 24 December are 33 days."""
    reading = advisor.parse("must finish a 7B pretraining on 1T tokens before Christmas, what do we need?")
    assert reading.profile.deadline_days == 33 and reading.form == "estimate"
