"""A share of the peak that is told is held against what was published of the chip."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.told.mfu import MfuJudged


@pytest.mark.parametrize(
    ("text", "told", "level", "yes"),
    [
        ("We get 40% MFU on H100 with a 13B. Is that good?", 0.40, "ordinary", True),
        ("is 25% MFU on A100 bad for a 70B?", 0.25, "low", True),
        ("Our MFU is 12% on 64 H100 with a 7B, is that normal?", 0.12, "low", False),
        ("wir erreichen 35% MFU auf H100, ist das gut?", 0.35, "ordinary", True),
        ("Is 55% MFU on TPU v5p good?", 0.55, "below", None),  # less than those of v5p, more than is usual
        ("we see 85% MFU on H100 for a 13B, is that plausible?", 0.85, "high", None),
        ("130% MFU on A100 with a 7B, is that right?", 1.30, "beyond", False),
    ],
)
def test_it_is_judged_first(advisor: Advisor, text: str, told: float, level: str, yes: bool | None) -> None:
    """H100 SXM was published at 32% to 41%, A100 80 GB at 27% to 54%."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, MfuJudged)
    assert first.told == pytest.approx(told) and str(first.level) == level and first.yes is yes
    assert first.low < first.high and first.cites


def test_none_is_judged_where_none_is_told(advisor: Advisor) -> None:
    assert not isinstance(advisor.ask("What MFU should I expect on H100 with a 13B?").facts.headline, MfuJudged)
