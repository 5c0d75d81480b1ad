"""A model in the bits that its file is called by."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.in_bits import InBits
from tests.engine.forms.feasible.first import first_of


def test_the_users_and_the_whole_window_are_in_the_cache(advisor: Advisor) -> None:
    """70.55e9 x 6.6 / 8 = 54.2 GiB; 5 x 131,072 tokens x 320 KiB = 200 GiB."""
    text = "serve llama-3.3-70b with vLLM to about 5 people, full 128k window, in 6-bit: how much VRAM do I need?"
    first = first_of(advisor, text, InBits)
    assert (first.weights, first.cache) == (pytest.approx(54.2, rel=0.01), pytest.approx(200, rel=0.01))
    assert dict(first.classes)[80] == 4


@pytest.mark.parametrize(
    ("text", "bits", "takes"),
    [
        ("Q6_K of qwen2.5 32b on one L40S with 32k context, fits?", 6.6, 1),
        ("does mistral large 123B at 5bpw exl2 fit in 4x 24GB with 32k ctx?", 5.0, 4),
        ("llama 3.1 8B in Q8_0 with 64k context on an RTX 3060 12GB, does it fit?", 8.5, 2),
    ],
)
def test_the_cards_it_takes(advisor: Advisor, text: str, bits: float, takes: int) -> None:
    first = first_of(advisor, text, InBits)
    assert (first.bits, first.takes) == (bits, takes)
