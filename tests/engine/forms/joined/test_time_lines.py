"""What is said of times: each line has its words."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


def test_a_rate_is_told_as_a_rate(advisor: Advisor) -> None:
    """900 tokens/s x 3.2 by math, x 2.2 by bandwidth."""
    text = "We see 1200 tokens/s on an H100 and 900 tokens/s on an A100 fine-tuning. Expected?"
    said = " ".join(card_text(advisor.ask(text)).split())
    assert "should do 1,900 to 2,900 tokens a second" in said and "it does 1,200" in said
