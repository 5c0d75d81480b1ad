"""Units multiply by adding their powers."""

from __future__ import annotations

from engine.base.measures import in_whole, times, unit


def test_a_unit_that_cancels_is_left_out() -> None:
    documents_a_day, tokens_a_document = unit(sample=1, day=-1), unit(token=1, sample=-1)
    assert times(documents_a_day, tokens_a_document) == unit(token=1, day=-1)
    assert times(unit(token=1, day=-1), unit(token=1, h=-1, chip=-1), -1) == unit(h=1, chip=1, day=-1)
    assert unit(chip=0) == ()


def test_things_come_in_whole_numbers_one_at_the_least() -> None:
    assert [in_whole(one) for one in (0.0, 0.2, 1.0, 3.0000000001, 3.1)] == [1, 1, 1, 3, 4]
