"""Cards other than the one that is named."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.fields.besides import BesidesCards


def test_what_was_named_and_what_lacks_the_capability_is_left_out(advisor: Advisor) -> None:
    text = "Besides the H100, which common GPUs can I deploy Evo 2 on? My A100 is refused (compute capability 8.9)"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, BesidesCards)
    assert not [card.chip for card in first.cards if card.chip.startswith(("H100", "A100", "A10G"))]
    assert "L40S" in [card.chip for card in first.cards] and "A10G" in first.without


def test_what_has_too_little_memory_is_left_out(advisor: Advisor) -> None:
    """(14 + 5.7)e9 x 2 / 2^30 / 0.9 = 40.8 GiB."""
    first = advisor.ask("Which cards besides the A100 hold Wan 2.2 14B in bf16 for inference?").facts.headline
    assert isinstance(first, BesidesCards)
    assert first.cards[0].chip == "L40S" and "L4" in first.short
