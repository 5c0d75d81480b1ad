"""Seconds of a step on two numbers of cards."""

from __future__ import annotations

import pytest

from engine.workload.told_steps import StepOn, steps_on


@pytest.mark.parametrize(
    ("text", "few", "many"),
    [
        (
            "batch size 4 on H100 the speed is 1.27 second / it\n\nbatch size 4 on 2x H100 it is 2.05 s/it",
            StepOn(1, 4, 1.27),
            StepOn(2, 4, 2.05),
        ),
        (
            "With one GPU it is 0.5 s per step at batch 16, with 4 GPUs 0.8 s per step at batch size 64.",
            StepOn(1, 16, 0.5),
            StepOn(4, 64, 0.8),
        ),
        ("2 it/s on a single GPU and 500 ms per iteration on 8 cards", StepOn(1, None, 0.5), StepOn(8, None, 0.5)),
    ],
)
def test_each_time_goes_with_its_cards_and_its_batch(text: str, few: StepOn, many: StepOn) -> None:
    assert steps_on(text) == (few, many)


@pytest.mark.parametrize(
    "text",
    [
        "1.27 s/it on one H100",
        "1.2 s/it on 2 GPUs, 1.3 s/it on two cards",
        "2 GPUs and 4 GPUs, 5 epochs",
        "it takes 3 s per step, then 4 s per step on the second day",
    ],
)
def test_without_two_numbers_of_cards_there_is_no_pair(text: str) -> None:
    assert steps_on(text) is None
