"""Gigabytes that machines shall have at least are taken out of the numbers, and are of no chip."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "gb"),
    [
        ("machines with >= 640 GB of GPU memory on Azure", 640.0),
        ("Need 96GB+ VRAM for a 45B model in bf16, cheapest option?", 96.0),
        ("cheapest machine with at least 2 TB of GPU memory on Azure", 2000.0),
    ],
)
def test_of_a_machine_in_all(text: str, gb: float, advisor: Advisor) -> None:
    reading = advisor.parse(text)
    assert reading.machine_memory_gb == gb and reading.profile.chip_memory_gb is None and not reading.unread


@pytest.mark.parametrize(
    "text", ["Which AWS machines have at least 80 GB VRAM per GPU?", "fine-tune a 7B with at least 24 GB of VRAM"]
)
def test_of_a_card_or_of_work_nothing_is_taken(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).machine_memory_gb is None
