"""A card that was made with more memory too: both are told where that decides."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import FitsPartly, OnNamed
from tests.engine.forms.feasible.first import first_of


def test_what_the_larger_card_holds_is_told_beside_the_smaller(advisor: Advisor) -> None:
    """70.55B x 2 bytes = 131 GiB: more than the 115 usable of 8 x 16 GB, less than the 230 of 8 x 32 GB."""
    told = first_of(advisor, "Does Llama 3.1 70B fit on 8 x V100?", FitsPartly)
    assert "bf16" in {one.way for one in told.failing}
    assert told.other is not None
    assert told.other.chip.endswith("32 GB") and told.other.said == 8
    assert "bf16" in {one.way for one in told.other.fitting}


def test_a_memory_that_was_said_is_the_one_that_is_meant(advisor: Advisor) -> None:
    facts = advisor.ask("Does Llama 3.1 70B fit on 8 x V100 16GB?").facts
    assert facts is not None and isinstance(facts.headline, OnNamed) and facts.headline.other is None
