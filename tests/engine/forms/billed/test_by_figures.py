"""A chip that is told by what it computes is recognized by that, and the price told of it is held against its own."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.billed.by_figures import ByFigures


@pytest.mark.parametrize(
    ("text", "chip", "fits", "below"),
    [
        (
            "Google's TPUs give 197 TFLOPs at only $0.6/hr with interruptible pricing, is that right?",
            "TPU v5e",
            True,
            False,
        ),
        ("Cloud sells 459 TFLOPS TPUs for $0.30/hr preemptible, is that correct?", "TPU v5p", False, True),
        ("A TPU with 918 TFLOPs at $9 per hour on demand, right?", "TPU v6e (Trillium)", False, False),
    ],
)
def test_the_chip_is_found_by_its_figure(text: str, chip: str, fits: bool, below: bool, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline if answer.facts else None
    assert isinstance(first, ByFigures) and card_text(answer)
    assert (first.chip, first.fits, first.below) == (chip, fits, below)


def test_a_figure_of_several_chips_names_none(advisor: Advisor) -> None:
    facts = advisor.ask("Is a GPU with 989 TFLOPS for $2 per hour on spot realistic?").facts
    assert facts is None or not isinstance(facts.headline, ByFigures)
