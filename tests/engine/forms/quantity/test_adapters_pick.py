"""Which of several cards to take to serve many adapters."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.adapters_pick import AdaptersOn, AdaptersPick

TEXT = "{} LoRA adapters (r16) over Llama-3.1-8B, ~15 rps in total, idle at night. L4, L40S or A10G. Pick one"


def test_the_cheapest_that_holds_them_all_is_picked(advisor: Advisor) -> None:
    """300 x 80 MiB are 23.4 GiB beside 15 GiB of weights in BF16: an L40S has 40.2 usable, an L4 and an A10G 20.1."""
    answer = advisor.ask(TEXT.format(300))
    first = answer.facts.headline
    assert isinstance(first, AdaptersPick) and card_text(answer)
    assert first.best.chip == "NVIDIA L40S" and first.best.holds
    assert len([line for line in answer.facts.sentences if isinstance(line, AdaptersOn)]) == 2


def test_few_adapters_are_held_by_the_small_cards_too(advisor: Advisor) -> None:
    first = advisor.ask(TEXT.format(20)).facts.headline
    assert isinstance(first, AdaptersPick) and first.best.holds
