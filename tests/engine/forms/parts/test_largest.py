"""The largest model that fits on what was named."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import LargestThere


def test_two_cards_hold_larger_models_than_one(advisor: Advisor) -> None:
    def most(text: str) -> float:
        told = advisor.ask(text).facts.headline
        assert isinstance(told, LargestThere)
        return next(one.parameters for one in told.ways if one.way == "lora")

    one = most("How much VRAM does a video LoRA need, is one V100 32GB enough?")
    two = most("How much VRAM does a video LoRA need, are two V100 32GB enough?")
    assert 1.6 * one < two < 2.2 * one  # the weights halve, activations and the gathered layer do not
