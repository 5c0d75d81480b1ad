"""Numbers of things and the time of one, in free text."""

from __future__ import annotations

import pytest

from engine.forms.joined.told_amounts import times, told_amount, told_batch


@pytest.mark.parametrize(
    ("text", "number", "seconds", "own", "theirs"),
    [
        ("12 s/it, total 8000 its, the README claims 5 hours", 8000, 12, None, 5),
        ("3000 steps at about 1 steps per minute, so 16 hours", 3000, 60, 16, None),
        ("2000 files, 40 seconds each", 2000, 40, None, None),
        ("0.35 s per step, 40k steps. $0.526 an hour", 40_000, 0.35, None, None),
        ("16个step需要～90s，共进行24次循环，差不多得36分钟", 24, 90, 0.6, None),
    ],
)
def test_a_number_and_the_time_of_one(
    text: str, number: float, seconds: float, own: float | None, theirs: float | None
) -> None:
    told = told_amount(text)
    assert told is not None and (told.number, told.own, told.theirs) == (number, own, theirs)
    assert round(told.seconds, 3) == seconds


@pytest.mark.parametrize("text", ["1000 tokens per second", "70 TFLOPs/sec", "an A100 for 3 hours", "8 GPUs, 2 h"])
def test_rates_and_hours_alone_are_none(text: str) -> None:
    assert told_amount(text) is None


def test_the_article_of_a_price_is_no_time() -> None:
    assert times("$2 an hour") == () and times("half an hour")[0].hours == 0.5


def test_a_batch_of_each_card_is_read() -> None:
    assert told_batch("batch_size_per_gpu equals to 32") == 32 and told_batch("a large batch") is None
