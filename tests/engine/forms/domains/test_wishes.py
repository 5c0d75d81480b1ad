"""What is asked of a kind of work, the plainest first."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.domains.wishes import Wish, wishes


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("How much VRAM does StyleGAN2 training need?", "memory"),
        ("How long does it take to train YOLOv3 on COCO?", "time"),
        ("nnU-Net: GPU utilization is low and epochs are slow, why?", "idle"),
        ("Which GPU should I buy for YOLO?", "card"),
        ("Basecalling: is the RTX 6000 Ada worth the price over the RTX 4090?", "pair"),
        ("Can leela zero use a TPU?", "elsewhere"),
        ("With several environments at once, how much GPU RAM should I reserve per environment?", "memory"),
        ("Training an ASR from scratch, what would be the probable batch size?", "batch"),
        ("ColabFold runs out of memory on my workstation", "memory"),
    ],
)
def test_the_first_wish_is_what_the_text_asks(text: str, first: Wish, advisor: Advisor) -> None:
    reading = advisor.parse(text)
    assert wishes(reading, reading.form)[0] == first
