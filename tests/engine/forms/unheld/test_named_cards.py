"""What is said of named cards, whatever was asked: a name of several is told, no format they lack advised."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from knowledge.facts import Facts


@pytest.mark.parametrize("text", ["Is an RTX6000 enough for LoRA of an 8B?", "How much is an RTX 6000 per hour?"])
def test_a_name_of_three_cards_is_never_one_of_them_silently(advisor: Advisor, text: str) -> None:
    told = " ".join(card_text(advisor.ask(text)).split())
    assert "RTX 6000 is several cards: Quadro RTX 6000 (24 GB), RTX 6000 Ada (48 GB), RTX PRO 6000" in told


def test_the_memory_that_is_said_decides_it(advisor: Advisor) -> None:
    told = card_text(advisor.ask("Is an RTX 6000 with 48 GB enough for LoRA of an 8B?"))
    assert "RTX 6000 Ada" in told and "several cards" not in told and "Blackwell" not in told


def test_no_card_is_advised_a_format_that_it_lacks(advisor: Advisor, facts: Facts) -> None:
    """Of one card a generation: where BF16 or TF32 is advised, it is said that the card has none."""
    without = {chip.generation: chip for chip in facts.accelerators.values() if not chip.has_bf16 and chip.aliases}
    wrong = []
    for chip in without.values():
        if chip.vendor == "apple" or "(" in chip.name:
            continue
        told = card_text(advisor.ask(f"Training is slow on my {chip.aliases[0]}, how can I speed it up?"))
        if "BF16" in told and "No BF16 on" not in told:
            wrong.append(chip.name)
    assert wrong == []


def test_a_format_that_is_asked_about_is_told_first(advisor: Advisor) -> None:
    answer = advisor.ask("Training DeepLab on a V100 16GB is slow, should I enable bf16?")
    assert answer.facts.sentences[0].code == "lacks"


@pytest.mark.parametrize(
    ("text", "told"), [("Can two 3090 run Qwen 72B in int4?", True), ("Can two 3090 run Qwen2.5 72B in int4?", False)]
)
def test_a_model_without_a_version_is_told_by_the_one_that_was_taken(advisor: Advisor, text: str, told: bool) -> None:
    """Qwen 72B and Qwen1.5 72B keep 64 heads of keys and values in each layer, Qwen2.5 72B 8."""
    answer = card_text(advisor.ask(text))
    assert ("Taken as Qwen2.5 72B" in answer and "Qwen 1 72B keeps 8.0 times" in answer) is told
