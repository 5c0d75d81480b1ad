"""Training all weights of a network is not answered with what a LoRA takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.domains.all_weights import AllWeights, SharedWeights
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


def test_what_smaller_networks_take_is_not_told_of_a_larger_one(advisor: Advisor) -> None:
    """7e9 x 16 / 2^30 = 104.3 GiB, of which an H100 holds 80 x 0.9: two, and three with half of each left."""
    first = advisor.ask("How many H100s to fine-tune evo2-7b (all weights, 8k sequences)?").facts.headline
    assert isinstance(first, AllWeights)
    assert (first.cards, first.roomy, first.counts) == (2, 3, True)


def test_all_weights_are_shared_by_the_cards_that_are_named(advisor: Advisor) -> None:
    """40e9 x 16 / 2^30 / 16 = 37.3 GiB on each."""
    first = advisor.ask("We want to fine-tune every parameter of Evo 2 40B, will 16 H200s hold it?").facts.headline
    assert isinstance(first, SharedWeights)
    assert (first.level, round(first.each_gib, 1)) == ("room", 37.3)
