"""What reads no text has no sequence of 4,096 tokens: its states alone are counted."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.rooms.states_alone import ActivationsDecide, StatesAlone


def test_only_the_states_are_counted_and_activations_decide(advisor: Advisor) -> None:
    """1.3e9 x 16 / 2**30 = 19.4 GiB."""
    text = "fine-tune Aurora 1.3B at 0.25 degree, bf16. Is 80GB enough for a single step? And for a 4-step rollout?"
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, StatesAlone)
    assert facts.headline.states_gib == pytest.approx(19.4, rel=0.01)
    assert any(isinstance(line, ActivationsDecide) and line.rollout for line in facts.sentences)


def test_a_text_model_of_a_size_keeps_its_sum(advisor: Advisor) -> None:
    assert not isinstance(advisor.ask("does full fine-tuning of a 7B fit on 2 A100?").facts.headline, StatesAlone)
