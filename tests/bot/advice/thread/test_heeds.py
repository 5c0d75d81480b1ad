"""Whether a first line tells what a turn says of the machines before it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.thread.heeds import heeds, of_emitted
from engine.reading.asking.wants import Wants


def test_a_line_about_the_machine_shows_the_way_it_is_bought(advisor: Advisor) -> None:
    before = advisor.ask("price of p4d.24xlarge").goes_on_from
    answer = advisor.ask("price of p4d.24xlarge on spot")
    library = advisor.library()
    assert heeds(answer, before, Wants(way="spot"), library) == "shown"
    assert heeds(answer, before, Wants(way="reserved_1yr"), library) == "no"
    assert heeds(answer, before, Wants(way="spot", clouds=("azure",)), library) == "no"


def test_a_line_on_memory_tells_no_price_whatever_was_said(advisor: Advisor) -> None:
    before = advisor.ask("price of p4d.24xlarge").goes_on_from
    answer = advisor.ask("does LoRA of 13B fit on one L40S on spot?")
    assert heeds(answer, before, Wants(way="spot"), advisor.library()) == "no"


@pytest.mark.parametrize(("wanted", "is_so"), [(Wants(place="eu-west-1"), True), (Wants(way="spot"), False)])
def test_a_place_after_grams_is_one_of_grams(advisor: Advisor, wanted: Wants, is_so: bool) -> None:
    before = advisor.ask("how much co2 does 8 H100 for 3 days make in virginia").goes_on_from
    assert of_emitted(before, wanted) is is_so
