"""Cards whose number does not divide the heads of a model."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.fits.uneven import UnevenSplit


def test_so_many_stages_of_as_many_as_divide_the_heads(advisor: Advisor) -> None:
    """DeepSeek-R1 has 128 heads: 24 does not divide them, 8 does, three times."""
    answer = advisor.ask("three A100 nodes (24x80GB) for DeepSeek-R1 in bf16: are three enough?")
    told = next(one for one in answer.facts.sentences if isinstance(one, UnevenSplit))
    assert (told.heads, told.degree, told.stages) == (128, 8, 3)
