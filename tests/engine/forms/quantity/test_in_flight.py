"""Cards for so many requests at once within a limit."""

from __future__ import annotations

import math

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.in_flight import InFlight

TEXT = "{} chats at once, Qwen2.5-72B, first token under 2 s, how many A100 80GB?"


def cards(advisor: Advisor, question: str) -> InFlight:
    answer = advisor.ask(question)
    assert isinstance(answer.facts.headline, InFlight), question
    assert card_text(answer)
    return answer.facts.headline


def test_cards_are_the_copies_that_requests_take_times_the_cards_of_a_copy(advisor: Advisor) -> None:
    found = cards(advisor, TEXT.format(200))
    assert found.chips == math.ceil(200 / found.batch) * found.joined and found.limit_ms == 2000


def test_more_requests_take_no_fewer_cards(advisor: Advisor) -> None:
    found = [cards(advisor, TEXT.format(number)).chips for number in (50, 200, 800)]
    assert found == sorted(found) and found[-1] > found[0]


def test_of_several_cards_the_cheapest_leads_and_what_is_too_few_is_said(advisor: Advisor) -> None:
    text = "Qwen3-32B AWQ, 64 concurrent users, 16k context, ITL 40 ms. 2x L40S or H100, which is cheaper?"
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, InFlight) and answer.facts.headline.cheapest
    assert "2 are not enough" in " ".join(card_text(answer).split())
