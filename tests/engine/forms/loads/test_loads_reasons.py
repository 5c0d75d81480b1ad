"""What is said of the machines that a load takes, as a reader sees it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        # 1,200 / (212.8 x 0.7) = 8.06; at least and at most by the spread of a measured speed
        ("YOLO11m, 1,200 frames a second, 640 px. How many T4?", "About 6 x g4dn.xlarge (4 to 8; NVIDIA T4), $"),
        # one carries 7.2 x 0.7
        ("is one L4 enough for 60 frames per second of SAM 2.1 large?", "No: 1 x g6.xlarge carries about 5."),
        ("YOLO12n, 15 frames/s, is one T4 enough?", "Yes: 1 x g4dn.xlarge would be busy 1.5% of the time"),
        (
            "Mask2Former Swin-L, 40 images/s, how many L4s",
            "I hold no speed of Mask2Former to count by, so no number of cards yet: cards = 40 a second x seconds",
        ),
        (
            "two-tower ranker with 80M parameters, 90k QPS, 300 candidates per request: how many T4?",
            "Between 2 and 250 x g4dn.xlarge (NVIDIA T4), $",
        ),
    ],
)
def test_the_first_line_says_it_plainly(advisor: Advisor, text: str, first: str) -> None:
    assert " ".join(card_text(advisor.ask(text)).split()).startswith(first)


def test_what_costs_more_is_not_told_as_a_saving(advisor: Advisor) -> None:
    text = "5 x g4dn.xlarge today for YOLOv8x at 400 images/s; how many g6.xlarge instead, and what would we save?"
    told = " ".join(card_text(advisor.ask(text)).split())
    assert "Instead of 5 x g4dn.xlarge" in told and "more a month" in told and "saves" not in told
