"""Several lengths of a sequence, each with what it takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.rooms.lengths import ByLength


def test_each_length_has_its_sum(advisor: Advisor) -> None:
    """15.0 weights and 0.62 adapters; a token takes 34 x 4,096 bytes of one layer, 32 x 8,192 of layer inputs and
    4 x 128,256 of logits, 0.91 MB: 3.5 GiB at 4,096 and 14 at 16,384, which no 24 GB card has."""
    said = advisor.ask("LoRA of Llama 3.1 8B on one RTX 4090: 4096 works, OOM at 16k. what for 16k?").facts.headline
    assert isinstance(said, ByLength)
    assert [(one.tokens, one.fits) for one in said.each] == [(4096, True), (16384, False)]
    assert [one.gib for one in said.each] == pytest.approx([19.1, 29.5], rel=0.01)


def test_what_sharding_alone_does_not_hold_is_split_by_tokens(advisor: Advisor) -> None:
    """6.74B x 16 / 8 = 12.6 GiB of states; 32 GiB of activations at 65,536 tokens, 65 at 131,072."""
    said = advisor.ask(
        "full fine-tune of Llama 2 7B at 64k context on 8 A100 80GB OOMs, what would 128k need?"
    ).facts.headline
    assert isinstance(said, ByLength)
    assert [(one.tokens, one.ways_split) for one in said.each] == [(65536, 1), (131072, 2)]
