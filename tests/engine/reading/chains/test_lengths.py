"""Further lengths beside one that is said."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("LoRA of an 8B works at 8k and OOMs at 20k, what do I need for 48k?", (8192, 20_000, 48_000)),
        ("full fine-tune of a 7B: 4096 seq fits, 16384 seq OOMs", (4096, 16384)),
        ("LoRA 8B with 4096 context, budget $20k, 10k steps", ()),  # money and steps are no lengths
    ],
)
def test_every_length_is_read(text: str, lengths: tuple[float, ...]) -> None:
    assert reading(text).lengths == lengths
