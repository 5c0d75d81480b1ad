"""A cache that holds fewer tokens than are wanted, where no machine is named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.cache_told import CacheTold
from tests.engine.forms.feasible.first import first_of


def test_what_the_tokens_take(advisor: Advisor) -> None:
    """2 x 32 x 4,096 x 2 bytes = 512 KiB a token: 7,344 are 3.6 GiB, 32,768 are 16."""
    text = (
        "Qwen1.5-7B-Chat with vLLM: max seq len (32768) is larger than the maximum number of tokens that can be "
        "stored in KV cache (7344). Why only 7344?"
    )
    told = first_of(advisor, text, CacheTold)
    assert (told.seen, told.wanted, told.narrow) == (7344, 32_768, 14_688)
    assert told.kib == 512
    assert (told.seen_gib, told.wanted_gib) == pytest.approx((3.586, 16.0), rel=1e-3)


def test_without_a_model_the_ratio_is_told(advisor: Advisor) -> None:
    text = "KV cache says 43328 tokens but I need max seq len 56000. can I make the KV cache bigger, and how?"
    told = first_of(advisor, text, CacheTold)
    assert not told.kib and told.ratio == pytest.approx(1.2925, rel=1e-3)
    assert told.narrow == 86_656


def test_a_share_that_is_told_can_be_raised(advisor: Advisor) -> None:
    text = "CodeLlama 13B: max seq len (4096) is larger than the KV cache (3664). gpu_memory_utilization is 0.8. Why?"
    told = first_of(advisor, text, CacheTold)
    assert (told.share, told.usual) == (0.8, 0.9)


def test_one_number_is_no_cache_that_is_short(advisor: Advisor) -> None:
    first = advisor.ask("How large is the KV cache of Llama 3 8B at 32768 tokens?").facts.headline
    assert not isinstance(first, CacheTold)
