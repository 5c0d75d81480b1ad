"""Hours between two moments, in whatever order and language they are told."""

from __future__ import annotations

import pytest

from engine.reading.document import laid_out
from engine.reading.measures.windows import window
from tests.engine.reading.measures.texts import of
from tests.engine.reading.test_read import vocabulary


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("between Friday 18:00 and Monday 07:00", 61),  # 6 + 48 + 7
        ("we start fri 17:00 and it must be ready mon 9:00", 64),
        ("bis Montag 7 Uhr, jetzt ist Freitag 19 Uhr", 60),  # the end is told first
        ("18:30 now, boss wants it tomorrow 8am", 13.5),
        ("6000 scenes by 8am tomorrow, it's 4pm", 16),
        ("11pm kick off, needs to be there 7am", 8),
        ("周五18点到周一8点", 62),
        ("over the weekend", 48),
        ("from 9am to 6pm on weekdays", None),  # of each day
        ("we have 8 A100 until monday 9am", None),  # from when is not told
    ],
)
def test_two_moments(text: str, hours: float | None) -> None:
    told = window(laid_out(text, vocabulary()))
    assert (told.hours if told else None) == hours


def test_as_an_amount_it_is_in_the_words_of_both_moments() -> None:
    """Other amounts may stand between them."""
    told = of("start fri 18:00, 900 clips at 20 s each, ready mon 8:00: how many L4?").measures
    assert [(one.value, one.words) for one in told if one.between] == [(62, "fri 18:00 - mon 8:00")]
