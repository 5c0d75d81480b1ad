"""Terms by which no rate is held are named, with the one that is."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.ways.unheld_term import TermUnheld


@pytest.mark.parametrize(
    ("text", "missing", "held"),
    [
        ("p4d 1-year reserved all upfront price", ("all_upfront",), ()),
        ("no upfront vs all upfront 1yr reserved p4d.24xlarge", ("all_upfront",), ("no_upfront",)),
        ("3yr convertible RI p4d.24xlarge", ("convertible",), ()),
    ],
)
def test_what_is_not_held_is_not_told_as_it(
    text: str, missing: tuple[str, ...], held: tuple[str, ...], advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, TermUnheld) and (told.asked, told.held) == (missing, held)
    assert told.usd == pytest.approx(13.92 if told.years == 1 else 12.48, abs=0.01)
