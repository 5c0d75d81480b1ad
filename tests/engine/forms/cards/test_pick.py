"""Of cards to buy for a kind of work, the fastest that holds it is named; memory beyond that makes nothing faster."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.cards.pick import Pick


def picked(advisor: Advisor, text: str) -> Pick | None:
    told = advisor.ask(text).facts
    return next((line for line in (told.headline, *told.sentences) if isinstance(line, Pick)), None)


def test_the_fastest_of_those_that_hold_it_is_named(advisor: Advisor) -> None:
    """At 12 GB all three hold a YOLO of medium size. Dense FP16 on paper: 4070 117, 4060 Ti 88, 3060 51 TFLOP/s."""
    found = picked(
        advisor, "Which card should I buy for training YOLOv8: RTX 3060 12GB, RTX 4070 or RTX 4060 Ti 16GB?"
    )
    assert found is not None and found.holds and [name for name in found.take if "4070" in name]
    assert len(found.slower) == 2 and not found.short
    assert found.times == (pytest.approx(117 / 88, rel=0.05), pytest.approx(117 / 51, rel=0.05))


def test_cards_as_fast_are_both_named_and_one_with_less_memory_is_told(advisor: Advisor) -> None:
    text = "Quadro RTX 8000, Titan RTX or RTX 2080 Ti for training semantic segmentation, which is best?"
    found = picked(advisor, text)
    assert found is not None and len(found.take) == 2 and len(found.short) == 1
    assert "2080" in found.short[0]


def test_what_is_at_hand_is_not_to_be_bought(advisor: Advisor) -> None:
    text = "I have a GTX 1080 Ti. Should I get a Titan RTX or an RTX 3090 for training segmentation networks?"
    found = picked(advisor, text)
    assert found is not None and not any("1080" in name for name in (*found.take, *found.slower, *found.short))


def test_the_amount_that_was_said_decides_before_what_is_usual(advisor: Advisor) -> None:
    text = "RTX 4090, RTX 5090 or RTX 6000 Ada for AlphaFold with proteins of 1500 aa, which GPU should I choose?"
    found = picked(advisor, text)
    assert found is not None and found.gb == 24 and [name for name in found.take if "5090" in name]


@pytest.mark.parametrize(
    "text",
    [
        "Should I choose V100, A100 or H100 for training Stable Diffusion?",  # rented: dollars a run decide
        "Is an RTX 3090 enough for training YOLOv8?",
        "2 x RTX 3060 or one RTX 4090 for training YOLOv8, which is better?",
    ],
)
def test_where_something_else_decides_none_is_named(text: str, advisor: Advisor) -> None:
    assert picked(advisor, text) is None


def test_no_card_is_taken_that_software_left_behind_or_on_which_nobody_tries_programs(advisor: Advisor) -> None:
    """Polaris (RX 580, 8 GB) ended with ROCm 4; an Arc A380 has as much memory as a GTX 1660 Super, 6 GB."""
    text = "Which card should I buy for Whisper large: RX 580, GTX 1660 Super or Arc A380?"
    found = picked(advisor, text)
    assert found is not None and [name for name in found.take if "1660" in name]
