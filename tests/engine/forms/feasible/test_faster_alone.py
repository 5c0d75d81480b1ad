"""One card over another for a single user."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.faster_alone import FasterAlone
from tests.engine.forms.feasible.first import first_of


def test_it_is_the_ratio_of_the_bandwidths(advisor: Advisor) -> None:
    """4,800 over 3,350 GB/s."""
    text = "how much faster per token is Llama 8B on H200 than on H100 for a single user?"
    assert first_of(advisor, text, FasterAlone).times == pytest.approx(1.43, rel=0.01)
