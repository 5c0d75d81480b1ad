"""A context that an engine refused: the sums are worked out by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.cache_refused import CacheRefused
from tests.engine.forms.feasible.first import first_of

BOX = "Llama 3.1 405B FP8, vLLM on 8x H100: 131072 is more tokens than the KV cache holds. Is that box too small?"


def test_a_box_that_holds_the_context_is_told_what_one_pass_over_it_takes(advisor: Advisor) -> None:
    """8 x (72 - 3) - 378 = 174 GiB, over 2 x 126 x 8 x 128 x 2 bytes = 504 KiB: 362,000 tokens; one pass takes
    131,072 x 3 x (16,384 + 53,248 / 8) x 2 bytes = 17 GiB on each, which leaves 39 GiB: 81,000."""
    told = first_of(advisor, BOX, CacheRefused)
    assert told.verdict == "chunks"
    assert told.wide == pytest.approx(362_000, rel=0.01) and told.narrow == pytest.approx(2 * told.wide)
    assert told.pass_gib == pytest.approx(16.9, rel=0.01)
    assert told.wide_at_once == pytest.approx(81_000, rel=0.03)


def test_what_the_engine_says_it_holds_is_told_beside(advisor: Advisor) -> None:
    """29,000 x 3 x (4,096 + 14,336) x 2 bytes = 3.0 GiB, as that engine found."""
    text = "Llama 3.1 8B on one RTX 3090 in vLLM: 29000 tokens rejected, the KV cache holds 23648. What can I expect?"
    told = first_of(advisor, text, CacheRefused)
    assert (told.wanted, told.seen) == (29_000, 23_648)
    assert told.pass_gib == pytest.approx(3.0, rel=0.01)
