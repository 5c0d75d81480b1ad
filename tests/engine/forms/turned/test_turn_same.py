"""A turn that changes nothing."""

from __future__ import annotations

from bot.wording.reasons import fact
from engine.answers.model import FactAnswer
from engine.forms.turned.in_terms import InTerms
from engine.forms.turned.turn_same import same_again

LINE = InTerms(way="spot", place=None, cloud=None)


def test_the_line_stays_below_what_says_so() -> None:
    told = same_again(FactAnswer(headline=LINE), "and batch 4?")
    assert told.headline is not None
    assert fact(told.headline) == '"and batch 4" changes nothing here; it stays:'
    assert told.sentences == (LINE,)


def test_what_no_sum_takes_is_not_said_to_change_nothing() -> None:
    told = same_again(FactAnswer(headline=LINE, of_kind=True), "with 40k images")
    assert told.headline is not None
    assert fact(told.headline) == 'I hold nothing on what "with 40k images" changes here; without it:'
