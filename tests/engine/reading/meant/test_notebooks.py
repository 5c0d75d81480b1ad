"""Notebooks stand for the cards that they give."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "chip", "cards"),
    [
        ("Can I fine-tune Mistral 7B on Colab?", "t4", 1),
        ("Is Google Colab enough to run Llama 3 8B?", "t4", 1),
        ("Can I run Llama 3 8B on Kaggle?", "t4", 2),
        ("I have Colab with an A100 40GB, can I finetune Mistral 7B?", "a100-40", 1),
    ],
)
def test_a_notebook_is_its_cards_unless_one_is_named(advisor: Advisor, text: str, chip: str, cards: int) -> None:
    said = advisor.parse(text).profile
    assert said.candidates == (chip,) and (said.accelerator_count or 1) == cards


def test_without_a_model_it_is_what_is_written_of_it(advisor: Advisor) -> None:
    assert advisor.parse("Is training possible in Google Colab?").profile.candidates == ()


def test_a_turn_puts_the_model_of_the_thread_there(advisor: Advisor) -> None:
    first = advisor.ask("Can I run Llama 3 70B on 2x RTX 3090?")
    there = advisor.ask("Can I do it on Colab?", before=first.goes_on_from).reading.profile
    assert (there.candidates, there.accelerator_count) == (("t4",), 1)
