"""Of the cards of one name that of a laptop, that of so much memory; and a name that goes on is another card's."""

from __future__ import annotations

import pytest

from engine.reading.words.chip_variants import of_memory
from tests.engine.reading.test_hardware import reading

V100 = {"v100": (("v100-16gb", 16.0), ("v100-32gb", 32.0)), "a6000": (("a6000", 48.0), ("other", 24.0))}


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("my laptop has an RTX 4070, can it train a 3B?", "rtx4070m"),
        ("can the 3060 in my laptop run a 7B?", "rtx3060m"),
        ("RTX 4060 8GB laptop for a 7B", "rtx4060m"),
        ("GTX 1060 Max-Q for YOLO", "gtx1060m"),
        ("should I buy a laptop or an RTX 4070 desktop", "rtx4070"),
    ],
)
def test_the_card_of_a_laptop_is_another(text: str, card: str) -> None:
    assert reading(text).profile.candidates == (card,)


@pytest.mark.parametrize("text", ["RTX 5080 Super for SDXL", "is the RTX 4090 Ti out?", "an M4 Ultra for 70B"])
def test_a_name_that_goes_on_is_no_card_that_is_held(text: str) -> None:
    read = reading(text)
    assert (read.profile.candidates, len(read.unknown_cards)) == ((), 1)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("trained on 8x Tesla V100-16GB", ("v100-16gb",)),
        ("an RTX 6000 with 24 GB", ("quadrortx6000",)),
        ("RTX6000 (48GB) or A100 80GB", ("rtx6000ada", "a100-80")),
        ("an RTX 6000", ("rtx6000",)),
    ],
)
def test_the_memory_that_is_said_tells_the_card(text: str, cards: tuple[str, ...]) -> None:
    assert reading(text).profile.candidates == cards


def test_memory_of_all_cards_together_is_of_none() -> None:
    assert of_memory(V100, "v100", 64.0, 4) == ("v100-16gb", True)
    assert of_memory(V100, "v100", 16.0, 4) == ("v100-16gb", False)
    assert of_memory(V100, "h100", 80.0) == ("h100", False)
    assert reading("QLoRA of a 70B on 4 x V100 = 128 GB total VRAM").profile.chip_memory_gb is None
