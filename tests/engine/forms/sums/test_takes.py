"""What a training takes whose size and tokens are told."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.estimate_reasons import RunEstimate


@pytest.mark.parametrize(
    "text",
    ["what does training 13B on 400B tokens take", "what would it take to train a 7B from scratch on 2T tokens"],
)
def test_hours_chip_hours_and_dollars_are_told(advisor: Advisor, text: str) -> None:
    assert isinstance(advisor.ask(text).facts.headline, RunEstimate)
