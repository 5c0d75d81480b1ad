"""Cards for a global batch."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.batch_cards import BatchCards

TEXT = "300M params, How many A100 40GB at minimum to train with a global batch of {}, no gradient accumulation?"


def test_the_fewest_cards_hold_the_batch_in_one_pass(advisor: Advisor) -> None:
    answer = advisor.ask(TEXT.format(512))
    first = answer.facts.headline
    assert isinstance(first, BatchCards) and card_text(answer)
    assert first.micro * first.chips >= 512 and first.taken_gib <= first.usable_gib


def test_twice_the_batch_takes_more_cards(advisor: Advisor) -> None:
    found = []
    for batch in (256, 512, 1024):
        first = advisor.ask(TEXT.format(batch)).facts.headline
        assert isinstance(first, BatchCards)
        found.append(first.chips)
    assert found == sorted(found) and found[-1] > found[0]
