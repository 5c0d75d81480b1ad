"""Which machines a text names, and how fast one is over another."""

from __future__ import annotations

import pytest

from engine.forms.own.machines import named_in, times_as_fast, told_hours
from engine.workload.profile import Equipment, Reading
from knowledge.facts import Facts


def test_a_type_stands_for_the_cards_beside_it(facts: Facts) -> None:
    both = (
        Equipment(id="l40s", chips=4, words="4x L40S"),
        Equipment(id="g6e.12xlarge", chips=4, words="4x L40S (g6e.12xlarge"),
    )
    (one,) = named_in(Reading(text="4x L40S (g6e.12xlarge)", hardware=both), facts)
    assert (one.name, one.cards, one.units) == ("g6e.12xlarge", 4, 1)


def test_a_number_behind_the_name_is_of_it(facts: Facts) -> None:
    reading = Reading(text="H20 x8 with 16k prompts", hardware=(Equipment(id="h20", chips=8, words="8 x H20"),))
    (one,) = named_in(reading, facts)
    assert (one.cards, one.at) == (8, 0)


def test_the_same_card_is_as_fast_as_there_are_more_of_it(facts: Facts) -> None:
    reading = Reading(
        text="one L4 or 4 L4",
        hardware=(Equipment(id="l4", chips=1, words="one L4"), Equipment(id="l4", chips=4, words="4 L4")),
    )
    one, four = named_in(reading, facts)
    ratio = times_as_fast(one, four)
    assert ratio is not None
    assert ratio.likely == pytest.approx(4.0)


def test_a_price_is_of_the_card_before_it(facts: Facts) -> None:
    text = "16 H100 at 2.30 $/h each"
    every = named_in(Reading(text=text, hardware=(Equipment(id="h100", chips=16, words="16 H100"),)), facts)
    assert told_hours(text, every)[0].amount == 2.30
