"""A number format a chip lacks is told as such, with the one it has, even where an error text names it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.remarks.formats import FormatInstead

ASKED = (
    (
        "ValueError: FP8 is only supported on compute capability 8.9. Can we train in fp8 on A100?",
        "FP8",
        "BF16",
        "L4",
    ),
    (
        'Does V100 do bf16? I get "Bfloat16 is only supported on GPUs with compute capability 8.0"',
        "BF16",
        "FP16",
        "A100",
    ),
    ('Got "bf16 not supported" on a T4, which dtype should I use?', "BF16", "FP16", "A100"),
    ("Error: NVFP4 requires SM100. We have 8 H100.", "FP4", "FP8", "B200"),
)


@pytest.mark.parametrize(("text", "lacked", "has", "having"), ASKED)
def test_what_the_chip_lacks_is_told_with_what_it_has(
    text: str, lacked: str, has: str, having: str, advisor: Advisor
) -> None:
    asked = advisor.ask(text)
    assert card_text(asked).startswith(f"No. {lacked} on NVIDIA")
    (told,) = [one for one in asked.facts.sentences if isinstance(one, FormatInstead)]
    assert told.lacked == lacked and has in told.formats.split(", ") and having in told.having
    assert lacked not in told.formats.split(", ") and "T4G" not in told.having


def test_a_run_that_fails_for_another_reason_is_not_debugged(advisor: Advisor) -> None:
    assert advisor.ask("RuntimeError: CUDA error: device-side assert triggered").form.id == "decline"
