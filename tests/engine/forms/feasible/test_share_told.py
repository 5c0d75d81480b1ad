"""The share of a card that an engine may use, held against what a model takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.share_told import ShareTold
from tests.engine.forms.feasible.first import first_of

A10 = "vLLM with Qwen3-30B-A3B on 4 x A10, max-model-len 8192, gpu-memory-utilization 0.7, CUDA OOM. Too few?"


def test_a_told_share_is_held_against_the_weights_on_each(advisor: Advisor) -> None:
    """30.5B x 2 bytes = 56.8 GiB and 0.75 of cache over 4 cards: 14.4 of 22.35 x 0.7 = 15.6."""
    told = first_of(advisor, A10, ShareTold)
    assert (told.said, told.share, told.usual) == (4, 0.7, 0.9)
    assert told.allowed_gib == pytest.approx(15.6, abs=0.05)
    assert told.taken_gib == pytest.approx(14.4, abs=0.05)
    assert told.usual_gib == pytest.approx(20.1, abs=0.05)
    assert "int4" in told.narrower


def test_weights_above_the_share_are_said_to_be(advisor: Advisor) -> None:
    """72.7B x 2 bytes = 135 GiB: 68 on each of two, of which half a card of 80 is 40."""
    text = "vLLM OOM with Qwen2.5-72B on 2 x H100 80GB at gpu-memory-utilization=0.5. Do I need more GPUs?"
    told = first_of(advisor, text, ShareTold)
    assert (told.way, told.left_gib, told.room) == ("bf16", 0.0, 0)
    assert told.usual_left_gib > told.engine_gib


@pytest.mark.parametrize("text", [A10.replace("0.7", "0.9"), A10.replace("CUDA OOM", "works")])
def test_no_share_is_to_blame_at_the_usual_one_or_where_it_works(advisor: Advisor, text: str) -> None:
    facts = advisor.ask(text).facts
    assert facts is None or not isinstance(facts.headline, ShareTold)
