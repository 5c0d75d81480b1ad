"""Memory that ran out at batch 1: which length of a sequence is left on the cards that are named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.rooms.length_left import LengthLeft

SAID = "Full fine-tuning of Qwen 2.5 32B on 8 H100 goes OOM even with micro batch size 1. What's the issue?"


def test_the_length_that_fits_is_told_and_what_a_long_one_takes(advisor: Advisor) -> None:
    """32.8B x 16 bytes / 8 = 61 GiB of states on each; of the 11 left a token takes 64 layers x 5,120 x 2 bytes of
    inputs to recompute from and 152,064 logits in FP32, 1.2 MiB: some 6,000 tokens with what one layer takes."""
    first = advisor.ask(SAID).facts.headline
    assert isinstance(first, LengthLeft) and first.said == 8
    assert first.most == 6144
    assert (first.long, first.chips) == (16_384, 16)


def test_who_saw_the_same_is_told_it_without_that_nothing_changes(advisor: Advisor) -> None:
    before = advisor.ask(SAID).goes_on_from
    told = advisor.ask("same here, even with micro_batch_size 1 I still get OOM on 8xH100.", before=before)
    assert isinstance(told.facts.headline, LengthLeft)


@pytest.mark.parametrize(
    "text",
    [
        "Full fine-tuning of Qwen 2.5 32B on 8 H100 goes OOM with sequences of 8192 tokens and batch size 1",
        "Full fine-tuning of Qwen 2.5 32B on 8 H100 with batch size 1, does it fit?",
        "LoRA of Llama 3 8B on 4 A100 80GB: CUDA out of memory with per_device_train_batch_size=1",
    ],
)
def test_a_length_that_is_told_and_room_for_long_ones_are_other_matters(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, LengthLeft)
