"""What is said of a generation decides over what holds of all chips with one software."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Does torch.compile work on a GTX 1080 Ti?", "No"),  # Inductor's Triton kernels need capability 7.0
        ("Does SGLang run on a T4?", "No. SGLang on NVIDIA Turing"),  # no sm75 kernels in builds of today
        ("Does SGLang run on an H100?", "Yes. SGLang on NVIDIA H100"),
        ("Is there a prebuilt xformers wheel that supports the RTX 5090?", "Of a part of it: in part. xFormers"),
        ("is FlashAttention 3 supported on A100?", "No. FlashAttention-3 on NVIDIA A100"),
        ("Does FlashAttention 3 run on an RTX 5090?", "No. FlashAttention-3 on NVIDIA RTX 5090"),
        ("Can vLLM run on TPU v3?", "Partly. vLLM on TPU v3: experimental"),
        ("Can vLLM run on TPU v2?", "No. vLLM on TPU v2"),
    ],
)
def test_a_word_on_the_generation_comes_before_one_on_the_maker(text: str, first: str, advisor: Advisor) -> None:
    assert " ".join(card_text(advisor.ask(text)).split()).startswith(first)


def test_a_framework_of_which_something_is_held_there_is_not_said_to_be_unheld(advisor: Advisor) -> None:
    told = card_text(advisor.ask("Can I move my existing PyTorch code to TPU v5e without changes?"))
    assert told.startswith("Not unchanged") and "I hold no word" not in told
