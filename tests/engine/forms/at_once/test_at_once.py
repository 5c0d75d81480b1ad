"""How many at once, from what somebody measured; without it what decides it, and no sum of a language model."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    "text",
    [
        "How many concurrent sessions of this speech model can 5 H100 support?",
        "What number of simultaneous streams does a T4 handle for real-time TTS?",
        "请问单张A100能支持多少路并发语音识别？",
    ],
)
def test_without_a_measured_speed_it_says_what_decides(advisor: Advisor, text: str) -> None:
    told = advisor.ask(text).facts
    assert told.headline is not None and told.headline.code == "at_once_depends"
    assert [line.code for line in told.sentences][:2] == ["at_once_speed", "at_once_memory"]


def test_factors_that_were_measured_tell_the_number(advisor: Advisor) -> None:
    """0.98 is under 1 with 4 at once, 1.66 above it with 8."""
    told = advisor.ask("TTS on an H100: 1 req RTF 0.42, 4 req RTF 0.98, 8 req RTF 1.66. Can concurrency be improved?")
    first = told.facts.headline
    assert first is not None and (first.code, first.values["most"], first.values["over"]) == ("at_once_seen", 4, 8)


def test_seconds_that_were_measured_tell_what_batching_gains(advisor: Advisor) -> None:
    """1 / 0.59 = 1.69 a second, 10 / 3.08 = 3.25: 1.9 times."""
    text = (
        "TTS on an L40S: 1 concurrent request latency 0.59s, 10 concurrent requests latency 3.08s. Is this expected?"
    )
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "at_once_waits"
    assert first.values["times"] == pytest.approx(1.92, abs=0.01) and not first.values["queued"]


def test_a_language_model_of_a_known_size_is_summed(advisor: Advisor) -> None:
    first = advisor.ask("How many concurrent users can one A100 80GB serve with Llama 3 8B?").facts.headline
    assert first is not None and first.code == "most_fits"


@pytest.mark.parametrize(
    ("text", "requests"),
    [
        # 8,192 x 4.61 are 37,765 tokens: 18.4 of 2,048
        ("Maximum concurrency for 8192 tokens per request: 4.61x, so how many users at 2k tokens?", 18),
        ("vLLM logs GPU KV cache size: 61,000 tokens, how many concurrent requests of 4,000 tokens is that?", 15),
    ],
)
def test_a_cache_that_an_engine_logs_is_divided_by_the_tokens_of_one(
    text: str, requests: int, advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert told is not None and told.code == "at_once_cached" and told.values["requests"] == requests
