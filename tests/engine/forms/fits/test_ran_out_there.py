"""Every sum over the memory of what was named is known as one, whatever else the text tells."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.model import SUMS_OF_MEMORY

FAILED = "I run out of memory with QLoRA of a 32B and FSDP on ml.g5.12xlarge"
WORKS = ("", "; ml.p4d.24xlarge works", "; ml.p4d.24xlarge works but costs 4x as much")
DATA = ("", " About 2,900 training samples, average 608 tokens, longest 13,137.", " 2,900 samples of 608 tokens.")
ASKED = (
    "Can I somehow optimize it to stay on g5?",
    "Is there a way to stay on g5?",
    "What can I change so that g5 does?",
)


@pytest.mark.parametrize("works", WORKS)
@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("asked", ASKED)
def test_what_ran_out_of_memory_is_judged_where_it_did(advisor: Advisor, works: str, data: str, asked: str) -> None:
    """By hand: 32e9 x 0.52 bytes = 15.4 GiB of weights, with adapters and a sequence 20.9 of the 80 of 4 A10G."""
    first = advisor.ask(f"{FAILED}{works}.{data} {asked}").facts.headline
    assert first is not None
    assert first.code in SUMS_OF_MEMORY
    assert "A10G" in first.values["chip"]
