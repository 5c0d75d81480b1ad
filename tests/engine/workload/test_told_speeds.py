"""Speeds of generating text that a text tells."""

from __future__ import annotations

import pytest

from engine.workload.told_speeds import is_of_each, is_partly_on_host, told_mfu, told_speeds, wanted_speed


@pytest.mark.parametrize(
    ("text", "seconds", "of_answer"),
    [
        ("I'm getting about 50 to 60 ms/token", 0.055, False),
        ("I get 30 ms per token", 0.03, False),
        ("it seems the expected ms/token is about 60", 0.06, False),
        ("we see 25 tokens/s", 0.04, False),
        ("it writes 20 tokens per second", 0.05, False),
        ("my chatbot takes 20 seconds to answer", 20, True),
        ("a 7B answers in 9 seconds", 9, True),
        ("图片推理要15秒", 15, True),
    ],
)
def test_a_speed_is_seconds_of_a_token_or_of_an_answer(text: str, seconds: float, of_answer: bool) -> None:
    """Of a span the middle: 50 to 60 ms are 55."""
    told = told_speeds(text)[0]
    assert (told.seconds, told.of_answer) == (pytest.approx(seconds), of_answer)


@pytest.mark.parametrize("text", ["a step takes 3 seconds", "4,000 tokens in a prompt", "20 seconds a step"])
def test_other_times_are_no_speed_of_text(text: str) -> None:
    assert told_speeds(text) == ()


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("we get 40% MFU", 0.40),
        ("MFU of 37.5%", 0.375),
        ("our MFU is only 12 % now", 0.12),
        ("mfu = 0.41", 0.41),
        ("30% of peak", 0.30),
        ("50% utilization", None),
        ("7B at 8k tok/s", None),
    ],
)
def test_a_share_of_the_peak_is_told(text: str, share: float | None) -> None:
    found = told_mfu(text)
    assert (found.share if found else None) == (pytest.approx(share) if share else None)


@pytest.mark.parametrize(
    ("text", "of_each"),
    [
        ("we see 10 tokens/s per user with 16 users", True),
        ("we see 10 tok/s for each request", True),
        ("we see 400 tokens/s in total for 16 users", False),
        ("we see 400 tokens/s with 16 requests", False),
    ],
)
def test_a_rate_is_of_all_where_it_does_not_say_that_it_is_of_each(text: str, of_each: bool) -> None:
    assert is_of_each(text, told_speeds(text)[0].at) == of_each


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I get 17 tokens per second. How can I reach 30?", 30),
        ("we have 12 t/s and a target of 40 tok/s", 40),
        ("I get 25 tokens/s, is that normal?", None),
        ("can I get to 8 GPUs with it?", None),
    ],
)
def test_a_speed_that_shall_be_reached_is_a_number_behind_such_words(text: str, wanted: float | None) -> None:
    assert wanted_speed(text) == wanted


@pytest.mark.parametrize(
    ("text", "partly"),
    [
        ("with 40 of 80 layers offloaded", True),
        ("30/33 layers on the GPU", True),
        ("all layers are offloaded", False),
    ],
)
def test_layers_that_stay_on_the_host_are_told_by_their_number(text: str, partly: bool) -> None:
    assert is_partly_on_host(text) == partly
