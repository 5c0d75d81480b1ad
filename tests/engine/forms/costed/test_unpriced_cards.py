"""A card that was named beside a machine and has no price here is told in hours."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.costed.unpriced_cards import OnUnpricedCard
from engine.forms.parts.estimate_reasons import RunEstimate, WorkSum


@pytest.mark.parametrize(
    "text",
    [
        "How much is a FLUX.1-dev LoRA, 40 photos, 2000 steps at 1024px, on a g6e.xlarge? And on a rented 4090?",
        "Quanto custa um LoRA do FLUX.1-dev com 40 fotos, 2000 passos, 1024px, numa g6e.xlarge? E numa 4090 alugada?",
    ],
)
def test_steps_over_photos_are_costed_on_the_machine_and_timed_on_the_card(text: str, advisor: Advisor) -> None:
    """2,000 steps of one image are 50 passes over 40 photos."""
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, RunEstimate)
    (work,) = (line for line in facts.sentences if isinstance(line, WorkSum))
    assert work.samples == 40 and work.epochs == 50
    (card,) = (line for line in facts.sentences if isinstance(line, OnUnpricedCard))
    assert card.chip == "NVIDIA RTX 4090" and 0.5 < card.hours.likely < 4
