"""Live streams of sound: as many cards as what was published says, never a yes on memory."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.streams import StreamsTake, StreamsUnknown


@pytest.mark.parametrize(
    "text",
    [
        "200 concurrent streams of CosyVoice2 TTS, first chunk in 300 ms: how many L4 do I need?",
        "CosyVoice2-0.5B\u306e\u30b9\u30c8\u30ea\u30fc\u30df\u30f3\u30b0TTS\u3092\u540c\u6642200\u63a5\u7d9a\u3001"
        "300ms\u4ee5\u5185\u3067\u51fa\u3057\u305f\u3044\u306e\u3067\u3059\u304c\u3001L4\u3060\u3068\u4f55\u679a\u5fc5"
        "\u8981\u3067\u3057\u3087\u3046\u304b\u3002",
    ],
)
def test_cards_are_streams_over_what_was_published(text: str, advisor: Advisor) -> None:
    """On an L20 one stream has its chunk after 220 ms and two after 477: one within 300, so up to 200 cards. By
    throughput 200 x 0.0922 = 18.4 cards as fast as an L20."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, StreamsTake)
    assert (told.least, told.most, told.held, told.limit) == (19, 200, 1, 300)


def test_what_nobody_published_is_not_promised(advisor: Advisor) -> None:
    told = advisor.ask(
        "How many L4 for 100 concurrent live streams of our own ASR with 500 ms latency?"
    ).facts.headline
    assert isinstance(told, StreamsUnknown) and told.streams == 100
