"""What training is seen to take, against its sum."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.rooms.excess import SeenTaken


def test_more_than_the_sum_is_explained(advisor: Advisor) -> None:
    """65.29B x 0.516 bytes = 31.3 GiB of weights; 60 GB are 55.9 GiB."""
    said = advisor.ask("LLaMA 65B QLoRA on a 48GB GPU takes about 60GB here. Is that normal?").facts.headline
    assert isinstance(said, SeenTaken)
    assert said.seen_gib == pytest.approx(55.9, rel=0.01) and 31.3 < said.sum_gib < 48
    assert not said.near and said.batch > 1 and said.card_gb == 80


def test_what_ran_out_is_not_compared(advisor: Advisor) -> None:
    said = advisor.ask("7B full fine-tuning needs 120GB they say, why did 2x A100 80GB run out of memory?").facts
    assert not isinstance(said.headline, SeenTaken)
