"""The memory that work is said to take."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "gigabytes"),
    [
        ("I saw in the readme that the training is around 17GB. Can I run it with a single 24GB GPU?", 17),
        ("The 768p version needs around 40GB, can it work on a dual 3090?", 40),
        ("Training requires 16 GB of VRAM by default, does a 12GB card work?", 16),
        ("Inference peaks at 30 GB on one 4090", 30),
        ("model size is 66.86 GiB, is it too large for 3x 24GB?", 66.86),
        ("About 22 GB are required for inference. Will it run on two T4?", 22),
        ("训练需要40GB显存，3090可以吗", 40),
    ],
)
def test_memory_that_work_takes(text: str, gigabytes: float, advisor: Advisor) -> None:
    said = advisor.parse(text).profile
    assert said.taken_gb == gigabytes


@pytest.mark.parametrize(
    "text",
    [
        "Do I need 24GB for LoRA of a 7B?",
        "Does it need 40GB of VRAM?",
        "It needs a 24GB card",
        "We use 40 GB of text",
        "The host uses 64 GB RAM",
        "I use 24GB 3090 cards",
        "We have 4x 24GB",
    ],
)
def test_what_is_asked_or_had_is_not_taken(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).profile.taken_gb is None


def test_the_card_keeps_its_own_memory(advisor: Advisor) -> None:
    said = advisor.parse("The training takes 17GB per card. Can I run it on a single 24GB GPU?").profile
    assert (said.taken_gb, said.chip_memory_gb) == (17, 24)
