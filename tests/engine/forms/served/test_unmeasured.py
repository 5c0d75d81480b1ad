"""A job of images: what a second each comes to."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.unmeasured import JobUnmeasured


def test_a_million_images_at_a_second_each(advisor: Advisor) -> None:
    """1e6 s = 278 h of one card; it was summed as training."""
    said = advisor.ask("generate 1M images with PixArt, how long on a L4?").facts.headline
    assert isinstance(said, JobUnmeasured)
    assert said.hours == pytest.approx(277.8, rel=0.001)
    assert said.usd == pytest.approx(said.hours * said.usd_per_hour) and said.chip == "NVIDIA L4"
