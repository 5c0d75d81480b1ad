"""Whether a card holds a network in the number format that was asked for, by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.domains.in_format import InFormat


@pytest.mark.parametrize(
    ("text", "level", "gib"),
    [
        ("Does FLUX.1-dev fit on a single 24 GB card in bf16, an L4?", "below", 31.5),  # 12B and 4.9B, 2 bytes each
        ("Stable Diffusion 3.5 Large in fp16 on one T4, does it fit?", "below", 25.5),
        ("Does HunyuanVideo run in BF16 on one A100 80GB?", "enough", 39.1),
        ("Can HiDream-I1 in fp8 run on an L4?", "alone", 28.4),
    ],
)
def test_the_format_that_is_asked_is_the_one_that_is_answered(
    advisor: Advisor, text: str, level: str, gib: float
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, InFormat) and first.level == level
    assert first.network + first.beside == pytest.approx(gib, abs=0.1)
    assert bool(first.machine) == (level != "enough")
