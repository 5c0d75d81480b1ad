"""Several models on one card at once are the sum of what each takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.rooms.together import TogetherThere


@pytest.mark.parametrize(
    ("text", "fits", "total"),
    [
        # 8.03e9 x 2 = 15.0 GiB and a cache of 0.25; 568e6 x 2 = 1.06
        ("do Llama 3.1 8B and bge-m3 fit together on one L4 in fp16?", True, 16.3),
        # 13.7 and 15.2 against 21.6
        ("Passen Mistral 7B und Llama 3.1 8B gleichzeitig auf eine RTX 4090 in fp16?", False, 28.9),
        # 3.34e9 x 2 = 6.2 with its cache 7.0; Whisper at most 1.55e9 x 2 = 2.9
        ("Can NLLB-200 3.3B and whisper-medium both sit on a single T4 in fp16 at the same time?", True, 9.86),
    ],
)
def test_the_sum_is_told_first(text: str, fits: bool, total: float, advisor: Advisor) -> None:
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, TogetherThere)
    assert headline.fits is fits and headline.total_gib == pytest.approx(total, rel=0.02)
