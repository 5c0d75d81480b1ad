"""Sizes of a machine with the same card: a larger one has no more memory of the GPU."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.smallest.same_card import SameCard


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("OOM on g5.2xlarge, g5.4xlarge and g5.8xlarge alike. What's wrong?", 3),
        (
            "on ml.g5.2xlarge / 4xlarge / 8xlarge with num_gpu = 1 I still get OOM even though there's enough memory",
            3,
        ),
        ("CUDA out of memory on g5.2xlarge with my model, I moved to g5.8xlarge and still OOM. why?", 2),
        ("Does g5.8xlarge have more GPU memory than g5.xlarge?", 2),
    ],
)
def test_they_have_one_card_each_and_what_has_more_is_named(text: str, sizes: int, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, SameCard) and len(first.sizes) == sizes
    assert (first.count, first.chip, first.gib) == (1, "NVIDIA A10G", 22.35)
    assert (first.larger, first.larger_chip, first.split) == ("g6e.xlarge", "NVIDIA L40S", "g5.12xlarge")


def test_a_sum_over_the_model_stays_first(advisor: Advisor) -> None:
    told = advisor.ask(
        "I tried g6.xlarge, g6.4xlarge, g6.16xlarge for a 34B in 8 bit, all go out of memory. Why?"
    ).facts
    assert told.headline is not None and told.headline.code == "too_small_there"
    assert any(isinstance(line, SameCard) for line in told.beside_first)


@pytest.mark.parametrize(
    "text",
    [
        "The job gets killed on inf2.xlarge but works on inf2.8xlarge, why?",
        "CUDA out of memory on g5.xlarge, would g6e.xlarge do?",
    ],
)
def test_a_process_that_is_killed_and_another_card_are_other_matters(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, SameCard)
