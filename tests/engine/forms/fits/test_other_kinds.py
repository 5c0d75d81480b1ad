"""How many of each kind of chip, where several were named."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import ChipsNeeded


def test_each_kind_has_its_number(advisor: Advisor) -> None:
    """812 GB in BF16: 64 x 14.4 and 32 x 28.8 usable GiB hold them, the next smaller slices do not."""
    facts = advisor.ask("how many chips of v5e or v6e does serving Llama 3.1 405B in bf16 take?").facts
    told = [one for one in (facts.headline, *facts.sentences) if isinstance(one, ChipsNeeded)]
    assert [(one.asked.chips if one.asked else 0) for one in told] == [64, 32]
