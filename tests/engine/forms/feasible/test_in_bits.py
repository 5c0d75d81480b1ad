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


@pytest.mark.parametrize(
    ("text", "beside", "fits"),
    [  # 671B x 4.85 / 8 = 379 GiB less 21.6 on the card; 85 % of 512 GB is 405 GiB, of 256 GB 203
        ("DeepSeek V3 671B Q4 on a server with 512GB RAM and a 4090: can it run?", 357, True),
        ("DeepSeek R1 Q4_K_M on 256 GB RAM and 2x 3090, does it fit?", 0, False),
        ("llama 3.3 70B Q5_K_M on one 3090 with 64GB of RAM?", 25.8, True),
    ],
)
def test_the_ram_that_was_told_holds_what_the_cards_do_not(
    text: str, beside: float, fits: bool, advisor: Advisor
) -> None:
    first = first_of(advisor, text, InBits)
    assert first.beside == pytest.approx(beside, rel=0.01)
    assert bool(first.beside) == fits and first.takes > first.cards


@pytest.mark.parametrize(
    "text",
    [
        "I have an RTX 5090 and an RTX 3080 10GB, can I run Qwen3 32B Q8 with 32k context?",
        "Can I run Qwen3 32B Q8 with 32k context on a 5090 and a 3080 10GB?",
    ],
)
def test_two_cards_of_ones_own_count_together(text: str, advisor: Advisor) -> None:
    """(32 + 10) GiB x 0.9 = 37.8 of the 40.4 it takes."""
    first = first_of(advisor, text, InBits)
    assert first.mixed and first.usable == pytest.approx(37.8, rel=0.01)
    assert first.takes > first.cards


def test_bits_with_a_fraction_are_those_of_the_file(advisor: Advisor) -> None:
    first = first_of(advisor, "R1 in 2.51 bit: how much VRAM does it need?", InBits)
    assert first.bits == pytest.approx(2.51)
