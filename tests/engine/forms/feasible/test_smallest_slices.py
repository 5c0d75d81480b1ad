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
