"""A pace is of the machine beside it; what else comes is a load, or an amount of the same thing."""

from __future__ import annotations

import pytest

from engine.forms.own.joins import amount_of, closes, load_of, pace_of
from engine.forms.own.machines import Machine, named_in
from engine.workload.profile import Equipment, Reading
from knowledge.facts import Facts


def named(facts: Facts, text: str, chip: str, words: str) -> list[Machine]:
    return named_in(Reading(text=text, hardware=(Equipment(id=chip, words=words),)), facts)


def test_a_load_is_what_comes_beside_the_pace(facts: Facts) -> None:
    """900 x 0.8 in 9 hours are 0.0222 a second."""
    text = "900 chest CTs a day, 80% of it between 8:00 and 17:00. 75 s per study on an A10."
    pace = pace_of(text, named(facts, text, "a10", "A10"))
    assert pace is not None
    load = load_of(text, pace)
    assert load is not None
    assert load.a_second == pytest.approx(900 * 0.8 / (9 * 3600))
    assert not closes(load, pace)  # a study is taken for each CT


def test_an_amount_is_of_what_the_pace_counts(facts: Facts) -> None:
    text = "90k env steps/s on my 4090, I need 40B steps"
    pace = pace_of(text, named(facts, text, "rtx4090", "4090"))
    assert pace is not None
    assert load_of(text, pace) is None
    assert amount_of(text, pace, None) == 40e9


def test_each_of_several_asks_every_so_often(facts: Facts) -> None:
    """60 / 0.8 s; the size of the model is no number of them."""
    text = "60 arms, each asks a 3.3B VLA every 0.8 s. One call is 75 ms on a 4090."
    pace = pace_of(text, named(facts, text, "rtx4090", "4090"))
    assert pace is not None
    load = load_of(text, pace)
    assert load is not None
    assert load.a_second == pytest.approx(75.0)


def test_tokens_a_second_are_no_pace(facts: Facts) -> None:
    text = "2,400 tokens/s on one L40S"
    assert pace_of(text, named(facts, text, "l40s", "L40S")) is None
