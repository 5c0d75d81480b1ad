"""Training all weights of a network is not answered with what a LoRA takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.domains.all_weights import AllWeights
from engine.forms.domains.room import Room


@pytest.mark.parametrize(
    "question",
    [
        "How much VRAM for full fine-tuning of FLUX.1?",
        "OOM with one 80 GB card when I fine-tune all parameters of FLUX, not LoRA. How much VRAM is needed?",
    ],
)
def test_all_weights_are_sixteen_bytes_a_parameter(advisor: Advisor, question: str) -> None:
    """12e9 x 16 / 2^30 = 178.8 GiB, on cards of 80 three."""
    first = advisor.ask(question).facts.headline
    assert isinstance(first, AllWeights)
    assert (round(first.gib, 1), first.cards) == (178.8, 3)


def test_the_card_that_is_named_counts(advisor: Advisor) -> None:
    """12e9 x 16 / 2^30 / 131.3 GiB, which an H200 reports: two."""
    first = advisor.ask("Can I do a full fine-tune of FLUX.1 dev, all weights, on an H200?").facts.headline
    assert isinstance(first, AllWeights) and first.cards == 2


def test_adapters_keep_their_figures(advisor: Advisor) -> None:
    first = advisor.ask("Can I train a FLUX LoRA on one RTX 4090?").facts.headline
    assert isinstance(first, Room) and "LoRA" in first.of
