"""A turn that changes nothing."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
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


def test_a_sum_that_the_turn_changes_leads_though_as_many_cards_hold_it(advisor: Advisor) -> None:
    """Activations of four sequences of 4,096 tokens: four times those of one."""
    before = advisor.ask("how many L40S for LoRA of a 13B?")
    after = advisor.ask("batch size 4", before=before.goes_on_from)
    first, was = after.facts.headline, before.facts.sentences[0]
    assert first is not None and (first.code, was.code) == ("fit_sum", "fit_sum")
    assert first.values["activations"] == pytest.approx(4 * float(str(was.values["activations"])), rel=0.05)
    assert after.goes_on_from.first.words == before.goes_on_from.first.words
