"""Counts of cards against each other: a card's memory and the sums, and which does what."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.against.setups import SetupsAgainst, SetupsRanked


@pytest.mark.parametrize(
    ("text", "counts", "gib", "bandwidth"),
    [  # GB/s a card by the data sheets: RTX 3090 936, RTX 4090 1,008, A100 80 GB 2,039, A100 40 GB 1,555
        ("which is better, 2x RTX 3090 or one RTX 4090?", (2, 1), (24, 24), 936 * 2 / 1008),
        ("4x 80GB A100 vs 8x 40GB A100: would I get the same?", (4, 8), (80, 40), 2039 * 4 / (1555 * 8)),
        ("Is one RTX 4090 better than four RTX 4060 Ti 16GB?", (1, 4), (24, 16), 1008 / (288 * 4)),
    ],
)
def test_sums_of_two(
    advisor: Advisor, text: str, counts: tuple[int, int], gib: tuple[float, float], bandwidth: float
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, SetupsAgainst)
    assert (first.counts, first.gib) == (counts, gib)
    assert first.bandwidth == pytest.approx(bandwidth)


def test_it_comes_before_what_is_known_of_the_work(advisor: Advisor) -> None:
    told = advisor.ask("2 RTX 2080 Ti or one Titan RTX for training tacotron2?")
    assert isinstance(told.facts.headline, SetupsAgainst)
    assert "Speech synthesis" in card_text(told)


def test_the_most_math_of_three(advisor: Advisor) -> None:
    first = advisor.ask("Which to buy: 2 x Titan RTX, 4 x RTX 2080 Ti or 8 x GTX 1080 Ti?").facts.headline
    assert isinstance(first, SetupsRanked)
    math = dict(zip(first.names, first.all_tflops, strict=True))
    assert max(math, key=lambda name: math[name]) == "NVIDIA Titan RTX"  # 261 against 215 and 90 TFLOP/s


@pytest.mark.parametrize(
    "text",
    [
        "RTX 4090 or RTX 6000 Ada, which is better?",  # one of each
        "Does Llama 70B fit better on 2x A100 80GB or 4x A6000?",  # a model whose memory is summed
        "Why are my 2x RTX 3090 slower than one RTX 4090?",
    ],
)
def test_not_where_another_form_has_the_sum(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert not isinstance(first, SetupsAgainst | SetupsRanked)


def test_peaks_in_fp32_are_told_to_leave_out_the_tensor_cores(advisor: Advisor) -> None:
    text = "4 x T4 or 1 x A100 for training in FP32, which is better?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, SetupsAgainst) and first.fp32_misleads and "A100" in first.names[0]
    other = advisor.ask("2x A10G or 1x A100, which?").facts.headline
    assert isinstance(other, SetupsAgainst) and not other.fp32_misleads
