"""The smallest slice of each generation of TPUs."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.feasible.smallest_slices import SmallestSlices
from tests.engine.forms.feasible.first import first_of


def test_a_slice_of_each_generation_is_told(advisor: Advisor) -> None:
    """8.54B x 16 bytes = 127 GiB and activations: 4 chips of v5p with 85 usable, 16 of v5e with 14.4, 8 with 28.8."""
    text = "Gemma 7B full fine-tuning: which TPU slice is the smallest that holds it?"
    told = first_of(advisor, text, SmallestSlices)
    assert {one.name for one in told.sold} >= {"v5p-8", "v5e-16", "v6e-8"}
    assert {one.chips for one in told.other if one.chip.endswith(("v3", "v4"))} == {8}


def test_a_slice_that_leaves_hardly_any_room_is_not_the_answer(advisor: Advisor) -> None:
    """26B x 2 bytes = 48.4 GiB: 12.2 on each of four with 14.4, 6.1 on each of eight."""
    told = first_of(advisor, "Cannot run Gemma-4-26B-A4B-IT on TPU v5e. What slice does it take?", SmallestSlices)
    first = told.sold[0]
    assert (first.name, first.named, first.chips) == ("v5e-8", True, 8)
    assert first.tight is not None
    assert first.tight[:2] == ("v5e-4", 4)
