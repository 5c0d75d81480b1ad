"""A card of which nothing is held is told by its name; one that is held, or no card, is not."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.sentences import answer_line
from knowledge.facts import Facts
from tests.engine.reading.test_hardware import reading
from tests.share import some


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Does the Tesla P10 have FP16? I own a Tesla P4.", ("Tesla P10",)),
        ("NVIDIA T40 for ASR inference", ("NVIDIA T40",)),
        ("英伟达T40(16G)推理", ("英伟达T40",)),
        ("Should I wait for the RTX 6090? I have a 3090.", ("RTX 6090",)),
        ("Tesla K10 or Tesla M10 for a 7B?", ("Tesla K10", "Tesla M10")),
        ("A100X or H100 for training?", ("A100X",)),
        ("Is a GTX 1630 enough for SD 1.5?", ("GTX 1630",)),
        ("RTX 3090 or RTX 6000 Ada for training?", ()),
        ("an RTX 4000 series card for LoRA", ()),
        ("RTX 50xx cards for LoRA", ()),
        ("8 V100s and a Tesla V100S", ()),
        ("p95 or p99 under 300 ms on an A100", ()),
        ("Llama 3 or T5 on an A10G?", ()),
    ],
)
def test_unknown_cards(text: str, names: tuple[str, ...]) -> None:
    assert reading(text).unknown_cards == names


def test_every_held_card_is_known(facts: Facts) -> None:
    """No name of a card that is held is told to be unknown: its own, and of its others every few."""
    chips = facts.accelerators.values()
    others = some([name for chip in chips for name in chip.aliases], 5)
    named = [name for name in (*(chip.name for chip in chips), *others) if "(" not in name]
    unknown = {name: reading(f"Is an {name} enough to train a CNN?").unknown_cards for name in named}
    assert {name: found for name, found in unknown.items() if found} == {}


def test_it_comes_first(advisor: Advisor) -> None:
    """The card beside it is not answered in its place."""
    for text in (
        "Does the Tesla P10 have FP16? I own a Tesla P4, and the P40 has none.",
        "Is an RTX 6090 enough to fine-tune a 7B with LoRA? I have a 3090.",
    ):
        first = answer_line(advisor.ask(text))
        assert first.startswith("I hold nothing on the "), text
        assert "What follows is of the NVIDIA" in first, text
