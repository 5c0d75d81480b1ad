"""What other optimizers keep of a parameter, and that every answer about memory counts so."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fits.most import MostFits
from engine.forms.parts.fit_reasons import ChipsNeeded, FitsThere, FitSum, TooSmallThere
from engine.memory.optimizers import optimizer_said


def test_of_several_optimizers_none_is_the_one() -> None:
    assert optimizer_said(("fit", "adam_8bit")) == "adam_8bit"
    assert optimizer_said(("adam_8bit", "adafactor")) == "" == optimizer_said(("fit",))


def test_the_longest_sequence_has_the_room_that_smaller_states_leave(advisor: Advisor) -> None:
    """1.24B x 10 bytes: 11.5 of 21.6 GiB; a token's 0.61 MiB of activations and logits in 10.1 GiB: 16,500."""
    text = "longest sequence i can train llama 3.2 1b on with a single 24gb card? 8bit adam, full params"
    answer = advisor.ask(text)
    said = answer.facts.headline
    assert isinstance(said, MostFits)
    assert 15_000 < said.most < 18_000 and said.optimizer == "adam_8bit"
    assert not any("adam" in words for words in answer.reading.unread)


@pytest.mark.parametrize(
    ("optimizer", "states"),
    [
        ("paged_adamw_8bit", 6),
        ("8-bit AdamW", 6),
        ("adafactor", 4),
        ("the Lion optimizer", 8),
        ("SGD", 4),
        ("AdamW", 12),
    ],
)
def test_states_of_the_optimizer_said_are_counted(advisor: Advisor, optimizer: str, states: float) -> None:
    """8.03B parameters at so many bytes each, in GiB."""
    facts = advisor.ask(f"Does full fine-tuning of Llama 3.1 8B with {optimizer} fit on one A100 80GB?").facts
    (told,) = (line for line in facts.sentences if isinstance(line, FitSum))
    assert told.optimizer == pytest.approx(8.03e9 * states / 2**30, rel=0.01)


def test_yes_no_and_the_number_of_chips_are_of_the_optimizer(advisor: Advisor) -> None:
    """8B: 60 GiB of states with Adafactor fit in 72, 120 with Adam do not. 70B: 658 GiB with 8-bit Adam: two."""
    ask = "Does full fine-tuning of Llama 3.1 8B with {} fit on one A100 80GB?"
    assert isinstance(advisor.ask(ask.format("adafactor")).facts.headline, FitsThere)
    assert isinstance(advisor.ask(ask.format("AdamW")).facts.headline, TooSmallThere)
    chips = advisor.ask("How many H100 for full fine-tuning of a 70B with 8-bit AdamW?").facts.headline
    assert isinstance(chips, ChipsNeeded) and chips.every[0].chips == 16
