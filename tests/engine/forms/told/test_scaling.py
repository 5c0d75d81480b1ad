"""What more cards bring, out of seconds a step."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.told.scaling import Scaling, ScalingElse, StepOn, of_scaling, steps_on


def test_a_step_on_two_cards_does_twice_the_samples(advisor: Advisor) -> None:
    """4 / 1.27 = 3.15 a second; 2 x 4 / 2.05 = 3.90, 1.24 times, 62% of 2. Of one batch for both 4 / 2.05 = 1.95."""
    told = of_scaling(
        "batch size 4 on one H100: 1.27 s/it. Batch size 4 on 2x H100: 2.05 s/it.", advisor.library().constants
    )
    assert told is not None and isinstance(told.headline, Scaling)
    assert told.headline.before == pytest.approx(3.15, abs=0.01)
    assert told.headline.after == pytest.approx(3.90, abs=0.01)
    assert told.headline.times == pytest.approx(1.24, abs=0.01) and told.headline.share == pytest.approx(
        0.62, abs=0.01
    )
    other = next(line for line in told.sentences if isinstance(line, ScalingElse))
    assert other.after == pytest.approx(1.95, abs=0.01)


def test_batches_that_grow_with_the_cards_are_of_all_of_them(advisor: Advisor) -> None:
    """16 / 0.5 = 32 and 64 / 0.8 = 80: 2.5 times, 62.5% of 4."""
    told = of_scaling(
        "one GPU: 0.5 s per step at batch 16, 4 GPUs: 0.8 s per step at batch 64", advisor.library().constants
    )
    assert told is not None and isinstance(told.headline, Scaling) and told.headline.split
    assert (told.headline.before, told.headline.after, told.headline.times) == pytest.approx((32, 80, 2.5))


def test_more_than_linear_means_that_the_batch_is_of_all_cards(advisor: Advisor) -> None:
    """1.0 / 0.9 = 1.11 times; a batch on each would be 2.22 times on two cards."""
    told = of_scaling(
        "1.0 s/it at batch size 64 with one card, 0.9 s/it at batch size 64 with two cards",
        advisor.library().constants,
    )
    assert told is not None and isinstance(told.headline, Scaling) and told.headline.whole
    assert told.headline.times == pytest.approx(1.11, abs=0.01)


@pytest.mark.parametrize("model", ["SDXL", "a 7B LoRA", "YOLO", "my network"])
def test_it_is_the_first_line_whatever_the_work(model: str, advisor: Advisor) -> None:
    text = f"Training {model}: one A100 takes 1.0 s/it, 4x A100 take 1.25 s/it. Is this expected?"
    assert card_text(advisor.ask(text)).startswith("4 cards do 3.20x as much a second as one, 80% of 4x")


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
