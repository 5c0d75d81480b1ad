"""A share of the dense peak."""

from __future__ import annotations

from statistics import median

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.told.mfu import MfuJudged


@pytest.mark.parametrize(
    ("text", "first"),
    [
        # the data sheet's 1,979 is with sparsity, 989 without: 420 / 989.5 = 0.424
        ("I got 420 TFLOPS training a 32B on H200, the MFU is 420/1979, why so small?", "420 / 989 = 42%"),
        ("MFU: the teraflops is around 400, so 400 / 2000 = 20%, not 40%? H100, fp16", "400 / 989 = 40%"),
        # A100: 312 dense, 624 sparse: 140 / 312 = 0.449
        ("is 140 / 624 TFLOPS the right utilization on an A100 80GB?", "140 / 312 = 45%"),
    ],
)
def test_the_sparse_peak_is_set_right(text: str, first: str, advisor: Advisor) -> None:
    assert card_text(advisor.ask(text)).startswith(first)


def test_another_figure_of_teraflops_is_no_peak(advisor: Advisor) -> None:
    told = advisor.ask("Anyone used TPUs? The v2 does 180 teraflops for $4.50/hour, the CPU is a single teraflop")
    assert told.facts.headline is not None and told.facts.headline.code != "of_peak"


def test_what_is_usual_is_what_was_published(advisor: Advisor) -> None:
    """The middle of all independent sets of dense training on NVIDIA GPUs, and three quarters of them at least."""
    library = advisor.library()
    usual = library.constants.spread("training_share_of_peak")
    shares = [
        group.value / chip.bf16_dense_tflops.value
        for chip in library.facts.accelerators.values()
        if chip.vendor == "nvidia"
        for group in library.evidence.groups("training", chip.id)
        if not group.moe
    ]
    assert median(shares) == pytest.approx(usual.likely, abs=0.02)
    assert sum(usual.low <= share <= usual.high for share in shares) >= 0.75 * len(shares)


@pytest.mark.parametrize(
    ("text", "told", "yes"),
    [
        ("Training Mixtral 8x7B on 16 x H100 only gets 130 TFLOPS per GPU, is this expected?", 130 / 989, False),
        ("Qwen2.5-32B with Megatron on H200: 420 TFLOPS per GPU with tp4 pp2, is that too low?", 420 / 989, False),
        # a device of JAX on v3 is one of the two cores of a chip of 123 TFLOP/s
        ("MaxText on v3-8 logs 36.7 TFLOP/s per device, what MFU is that and is it good?", 36.7 / 61.5, True),
        ("190 TFLOP/s per GPU on 64 A100 with a 13B, good or bad?", 190 / 312, None),
    ],
)
def test_a_speed_that_is_told_alone_is_judged(text: str, told: float, yes: bool | None, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, MfuJudged) and first.told == pytest.approx(told, rel=2e-3) and first.yes is yes


def test_a_share_of_the_sparse_peak_is_set_right(advisor: Advisor) -> None:
    """0.24 x 1,979 / 989 = 0.48."""
    text = "7B at 9600 tok/s per H100: I get 24% MFU dividing by 1979 TFLOPs, they claim 46%. Which is right?"
    assert card_text(advisor.ask(text)).startswith("475 / 989 = 48%")
