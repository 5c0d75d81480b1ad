"""One pass over the data by a pace that was timed."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fields.one_pass import PassChecked, PassCosts


def test_a_claim_is_checked_and_costed(advisor: Advisor) -> None:
    """1,384,860,229 / 384 x 0.5 s / 3,600 = 500.9 h, on 384 / 12 = 32 cards."""
    text = (
        "DINOv2 pretraining on 1,384,860,229 tiles, 12 per GPU, effective batch 384. If ten iterations take 5 "
        "seconds, one epoch is about 20 days, right? And what would one epoch cost on cloud A100s?"
    )
    told = advisor.ask(text).facts
    assert isinstance(told.headline, PassChecked) and isinstance(told.sentences[0], PassCosts)
    assert told.headline.right == "yes" and told.headline.hours == pytest.approx(500.9, rel=0.001)
    assert told.sentences[0].priced[0].cards == 32


def test_a_wrong_claim_is_told_by_how_much(advisor: Advisor) -> None:
    """1.2e6 / 256 = 4,688 steps x 0.5 s = 39 min, not 4 h."""
    first = advisor.ask("1.2M images, batch 256, 2 it/s. Is an epoch really 4 hours?").facts.headline
    assert isinstance(first, PassChecked)
    assert (first.right, first.shorter, round(first.times, 1)) == ("no", True, 6.1)


def test_a_total_beside_the_batch_of_a_card_is_the_whole_and_a_claim_of_a_pass_is_of_one(advisor: Advisor) -> None:
    """1.3e9 / 384 x 0.5 s = 470 h, near 500, whatever the number of epochs."""
    text = (
        "batch 12 per GPU, total 384, 1.3B images, 3 epochs. 10 iterations take 5 seconds, one epoch needs 500 hours"
    )
    first = advisor.ask(f"{text}. correct?").facts.headline
    assert isinstance(first, PassChecked) and (first.batch, first.right, first.passes) == (384, "yes", 1)
