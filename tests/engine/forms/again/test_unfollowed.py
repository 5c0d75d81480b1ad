"""A turn that nothing answers."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.again.unfollowed import Unfollowed, unfollowed


@pytest.mark.parametrize("turn", ["and what color has it?", "and who wrote it?"])
def test_what_was_said_stands(advisor: Advisor, turn: str) -> None:
    before = advisor.ask("How much memory for LoRA of a 7B?").goes_on_from
    told = advisor.ask(turn, before=before)
    assert isinstance(told.facts.headline, Unfollowed)
    again = advisor.ask("and QLoRA?", before=told.goes_on_from)
    assert again.form.id == "fit" and again.reading.profile.method == "qlora"


def test_on_other_matters_it_is_declined(advisor: Advisor) -> None:
    hello = advisor.ask("hello")
    told = advisor.ask("what is the weather?", before=hello.goes_on_from)
    assert unfollowed(told.facts, told.reading, hello.reading) == told.facts
    before = advisor.ask("How much memory for LoRA of a 7B?").goes_on_from
    assert not isinstance(advisor.ask("what is the weather?", before=before).facts.headline, Unfollowed)
