"""Several requests at once of a length that was said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fits.crowded import CrowdRoom
from engine.forms.parts.fit_reasons import ChipsForTraffic, FitsThere, TooSmallThere


def rooms(advisor: Advisor, text: str) -> list[CrowdRoom]:
    return [line for line in advisor.ask(text).facts.sentences if isinstance(line, CrowdRoom)]


def test_the_first_line_is_of_all_requests_and_memory_decides_before_traffic(advisor: Advisor) -> None:
    """Llama 3 70B in FP8: 65.7 GiB and 160 KiB a token, 5 GiB a request of 32,768; 144 usable have room for 15."""
    text = "Llama 70B FP8 on 2 H100, 25 users in parallel with 32k context, enough?"
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, TooSmallThere)
    assert (facts.headline.at_once, facts.headline.stated) == (25, 32_768)
    assert not any(isinstance(line, ChipsForTraffic) and line.said for line in facts.sentences)
    (room,) = rooms(advisor, text)
    assert (room.most, room.chips, room.bits) == (15, 4, 8)
    more = advisor.ask(text.replace("2 H100", "4 H100")).facts.headline
    assert isinstance(more, FitsThere) and more.at_once == 25


def test_a_cache_in_eight_bits_is_told_where_it_is_in_sixteen(advisor: Advisor) -> None:
    """Qwen3 32B, 4-bit: 16.2 GiB and 256 KiB a token, 4 GiB a request of 16,384; 80.5 usable on two L40S."""
    first, other = rooms(
        advisor,
        "Нужно держать Qwen3-32B в AWQ: 64 одновременных диалога по 16k контекста. Хватит двух L40S или брать H100?",
    )
    assert (first.said, first.most, first.eight, first.chips, first.eight_chips) == (2, 16, 32, 8, 4)
    assert (other.said, other.most) == (1, 13)
    assert first.eight_usd_per_month == pytest.approx(10.49 * 730, rel=0.01)


def test_one_latent_head_is_held_whole_on_every_chip(advisor: Advisor) -> None:
    """Kimi K2: 127 usable less 119 of weights on each; 60,000 tokens of 70 kB in 8 bits halved are 1.96 GiB."""
    first, *_ = rooms(advisor, "Kimi K2 native fp8, 8xH200. Enough KV (MLA) for 20 users at 60k, or 8xB200?")
    assert (first.requests, first.most, first.whole) == (20, 3, True)


def test_the_first_line_says_how_many_of_them_have_room(advisor: Advisor) -> None:
    """Qwen3 32B in FP8: 30.5 GiB of weights and 2 a request; 40.2 usable have room for 4."""
    first = advisor.ask("can one L40S hold qwen3 32b in fp8 with 16k context for ~10 ppl at once?").facts.headline
    assert isinstance(first, TooSmallThere) and (first.room_for, first.at_once) == (4, 10)
