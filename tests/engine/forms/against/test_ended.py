"""Cards that current software left behind are said to be so first."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.against.against import Ended, Ending, RentToday


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("is a GTX 980 enough or should I buy a Titan Black?", ("NVIDIA Titan Black",)),
        ("does it run on my Radeon RX 470?", ("AMD Radeon RX 470",)),
        ("can I fine-tune a 1B on a GTX 780?", ("NVIDIA GTX 780",)),
    ],
)
def test_what_nothing_current_runs_on_is_the_first_line(advisor: Advisor, text: str, names: tuple[str, ...]) -> None:
    told = advisor.ask(text).facts
    assert isinstance(told.headline, Ended)
    assert (told.headline.names, told.headline.rented) == (names, False)


def test_a_machine_with_such_a_card_gets_one_of_today(advisor: Advisor) -> None:
    told = advisor.ask("can I serve a 1B model on p2.xlarge?").facts
    assert isinstance(told.headline, Ended)
    assert told.headline.rented
    assert any(isinstance(line, RentToday) for line in told.sentences)


def test_a_card_that_older_builds_run_is_near_the_end(advisor: Advisor) -> None:
    told = advisor.ask("which is better, GTX 1080 Ti or RTX 3060?").facts
    assert [line.names for line in told.sentences if isinstance(line, Ending)] == [("NVIDIA GTX 1080 Ti",)]


def test_what_nothing_current_runs_on_is_not_to_be_taken(advisor: Advisor) -> None:
    told = " ".join(card_text(advisor.ask("Is GeForce GTX 980 enough? or should I buy a Titan Black?")).split())
    assert "Titan Black is obsolete" in told and "the one to take" not in told


def test_the_price_of_an_obsolete_machine_is_told_with_that(advisor: Advisor) -> None:
    told = advisor.ask("what does p2.8xlarge cost in us-east-1?").facts.headline
    assert isinstance(told, Ended) and (told.instance, told.usd) == ("p2.8xlarge", 7.2)
