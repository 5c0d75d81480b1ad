"""Amounts that were not understood stand beside the figures."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.workload.profile import Profile, Reading
from engine.workload.unused import LONGEST, unused_amounts


def left(*unread: str) -> tuple[str, ...]:
    return unused_amounts(Reading(text="", intent="advise", profile=Profile(), unread=unread))


@pytest.mark.parametrize("stretch", ["24 cores", "36000 steps", "20% interruption rate", "$294", "512*384"])
def test_a_number_with_its_unit_is_an_amount(stretch: str) -> None:
    assert left("nobody", stretch) == (stretch,)


@pytest.mark.parametrize("stretch", ["third", "at https://example.com/1234", "2.1.0", "2026-05-01", "#4521", "a 2"])
def test_versions_dates_links_and_ordinals_are_none(stretch: str) -> None:
    assert left(stretch) == ()


def test_a_long_stretch_is_cut_around_its_amount() -> None:
    (told,) = left("of what we had to say about all of it in the end 4500 warp schedulers and so on and so forth")
    assert "4500 warp" in told and len(told) <= LONGEST


def test_what_was_not_used_is_said_in_the_first_line(advisor: Advisor) -> None:
    answer = advisor.ask("Does Llama 3 8B fit on one A10G with 4500 warp schedulers?")
    assert "Not used, since I could not place it:" in card_text(answer).split("\n\n")[0]
    assert "4500" in card_text(answer).split("\n\n")[0]


def test_what_is_understood_needs_no_such_words(advisor: Advisor) -> None:
    assert "Not used" not in card_text(advisor.ask("Does Llama 3 8B fit on one A10G with 8k context?"))


def test_what_may_change_the_sum_is_said_before_it(advisor: Advisor) -> None:
    told = card_text(advisor.ask("Does Llama 3 8B fit on one A10G with frames of 12,000 px stripes?"))
    assert told.startswith('Leaving out "frames of 12,000 px stripes"')
