"""What a text excludes, and what only looks like an exclusion."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "ruled_out"),
    [
        ("7B fine-tune, not on GCP", {"clouds": ("gcp",)}),
        ("7B fine-tune, no GCP or Azure", {"clouds": ("gcp", "azure")}),
        ("7B fine-tune, spot is not an option", {"purchase": ("spot",)}),
        ("7B fine-tune, anything but spot", {"purchase": ("spot",)}),
    ],
)
def test_exclusions_are_read(text: str, ruled_out: dict[str, tuple[str, ...]]) -> None:
    assert reading(text).ruled_out == ruled_out


@pytest.mark.parametrize(
    "text",
    [
        "Isn't Trainium cheaper for our 7B fine-tune?",
        "we have no plans to leave AWS, 7B fine-tune",
        "7B fine-tune, Trainium cannot run diffusion",
        "7B fine-tune, no custom kernels",
    ],
)
def test_a_question_a_double_negation_and_a_limit_of_a_chip_exclude_nothing(text: str) -> None:
    assert reading(text).ruled_out == {}


def test_denying_a_state_means_its_opposite() -> None:
    assert reading("7B fine-tune, capacity is not tight").profile.capacity == "normal"
