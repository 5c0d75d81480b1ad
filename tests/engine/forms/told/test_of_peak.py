"""A share of the dense peak."""

from __future__ import annotations

from statistics import median

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


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
