"""Yes or no first, out of the figures of the text itself."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("TPU v3-32: that is 16 chips, right?", "Yes: v3-32 is 32 TensorCores, two a chip, so 16 chips with 512 GiB"),
        ("Does v4-64 mean 64 chips?", "No: v4-64 is 64 TensorCores, two a chip, so 32 chips with 1,024 GiB"),
        ("v3-256 means 256 TPUs?", "No: v3-256 is 256 TensorCores, two a chip, so 128 chips with 4,096 GiB in all"),
        ("The chart requests 4 + 2 + 3 GPUs. So I need 9 H100 in total, correct?", "Yes: 4 + 2 + 3 = 9."),
        ("13B x 2 bytes = 26 GB, so a 24 GB card is too small, correct?", "Yes: 13B x 2 bytes = 26 GB."),
        ("13B x 4 bytes = 42 GB, right?", "No: 13B x 4 bytes = 52 GB, not 42."),
        ("3,600,000 samples / 64 * 0.25 s = 3.9 hours per epoch, right?", "Yes: 3,600,000 / 64 x 0.25 s = 3.906"),
        ("8x A100 80GB is 640 GB of memory in all, right?", "Yes: 8 x 80 GB are 640 GB in all. About 576 of it"),
        ("We pay $32.77/h for 8 A100, so about $4.10 per GPU hour?", "Yes: $32.77 / 8 = $4.10 a chip-hour."),
        ("so 4 nodes * 8 gpus = 36 gpus, correct?", "No: 4 nodes x 8 gpus = 32 gpus, not 36."),
    ],
)  # fmt: skip
def test_what_somebody_worked_out_is_confirmed_or_not(advisor: Advisor, text: str, first: str) -> None:
    assert " ".join(card_text(advisor.ask(text)).replace(" [1]", "").split()).startswith(first)


def test_a_question_whether_it_fits_stays_one(advisor: Advisor) -> None:
    answer = advisor.ask("A 70B in bf16 is 140 GB, so it needs two 80GB A100s, am I right?")
    assert answer.form.id == "fit"
