"""The largest model that fits on what was named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fits.largest import LargestThere
from engine.forms.parts.doubts import SizeUnsaid
from engine.forms.parts.fit_reasons import FitsThere, OnNamed, TooSmallThere
from engine.forms.per_unit.sizes import WhichOfSizes


def test_two_cards_hold_larger_models_than_one(advisor: Advisor) -> None:
    def most(text: str) -> float:
        told = advisor.ask(text).facts.headline
        assert isinstance(told, LargestThere)
        return next(one.parameters for one in told.ways if one.way == "lora")

    one = most("How much VRAM does a LoRA need, is one V100 32GB enough?")
    two = most("How much VRAM does a LoRA need, are two V100 32GB enough?")
    assert 1.6 * one < two < 2.2 * one  # the weights halve, activations and the gathered layer do not


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("does Llama fit on one p4d?", (1e9, 3e9, 8e9, 13e9, 70e9, 405e9)),
        ("does Qwen fit on 2 H100?", (1.5e9, 7e9, 14e9, 32e9, 72e9)),
    ],
)
def test_of_a_family_without_a_size_each_size_is_told_and_the_size_asked(
    advisor: Advisor, text: str, sizes: tuple[float, ...]
) -> None:
    told = advisor.ask(text).facts
    assert isinstance(told.headline, LargestThere)
    assert told.questions == (WhichOfSizes(sizes=sizes),)
    assert told.doubts == (SizeUnsaid(),)
    assert len([line for line in told.sentences if isinstance(line, OnNamed)]) == len(sizes)


def test_full_fine_tuning_of_a_large_llama_is_not_told_to_fit_on_one_machine(advisor: Advisor) -> None:
    """16 bytes x 70e9 = 1,043 GiB, and 8 x 36 GiB usable = 288: four machines; 8B takes 120 GiB and fits."""
    told = advisor.ask("does full fine-tuning of Llama fit on one p4d?").facts
    assert isinstance(told.headline, LargestThere)
    most = {one.way: one.parameters for one in told.headline.ways}
    assert 16e9 < most["full"] < 19.4e9  # 288 GiB x 1.074 / 16 bytes = 19.3B, less activations
    by_size = {round(line.parameters / 1e9): line for line in told.sentences if isinstance(line, OnNamed)}
    assert isinstance(by_size[8], FitsThere)
    assert isinstance(by_size[71], TooSmallThere)


def test_a_size_that_was_said_is_the_only_one(advisor: Advisor) -> None:
    told = advisor.ask("does Llama 3 8B fit on one p4d?").facts
    assert not told.doubts
    assert not told.questions
