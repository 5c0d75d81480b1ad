"""Whether a term pays at a use that is told as a bare share."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.term_pays import TermPays


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("g5.2xlarge is at 45% over the month. 3-year commitment sensible?", 0.45),
        ("4 p5 at 80 % load, does a one-year savings plan make sense", 0.80),
        ("p4de runs 40% of the month, is a 1-year reservation worth it", 0.40),
    ],
)
def test_a_share_of_the_hours_is_held_against_what_a_term_takes_off(
    advisor: Advisor, text: str, share: float
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TermPays) and first.share == pytest.approx(share)
    assert first.monthly == pytest.approx(share * 730)
