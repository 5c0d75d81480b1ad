"""The cheaper of two cards a month, by memory."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.quantity.cheaper import CheaperOf


def test_the_cheaper_of_two_cards_leads_with_both_sums(advisor: Advisor) -> None:
    text = "Qwen3-32B AWQ for 64 concurrent users of 16k tokens: is 2 x L40S enough or H100? Which is cheaper?"
    answer = advisor.ask(text)
    lines = [answer.facts.headline, *answer.facts.sentences, *(part.facts.headline for part in answer.parts)]
    found = next(line for line in lines if isinstance(line, CheaperOf))
    assert found.best.usd_per_month < found.other.usd_per_month and found.requests == 64
