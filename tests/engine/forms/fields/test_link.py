"""Whether the link between machines holds training up."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fields.link import LinkAdapters, LinkHolds


@pytest.mark.parametrize(
    ("text", "verdict", "low"),
    [  # 2 x 1.3e9 x 2 bytes x 7/8 x 8 bits / 25e9
        (
            "1.3B speech model, data-parallel, 8 machines with 25 Gbps, 1.2 s a step: does the link limit us?",
            "yes",
            1.456,
        ),
        ("FSDP of a 7B on 8 nodes at 400 Gbps EFA, 5 s per step: is the network the bottleneck?", "no", 0.735),
        (
            "open_clip on 64 GPUs, more machines raise the ETA, 10 Gbps: is the network the bottleneck?",
            "likely",
            0.28,
        ),
    ],
)
def test_an_exchange_is_set_against_a_step(advisor: Advisor, text: str, verdict: str, low: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, LinkHolds)
    assert first.verdict == verdict and first.low == pytest.approx(low, rel=0.01)


def test_adapters_are_too_small_for_any_link(advisor: Advisor) -> None:
    first = advisor.ask("LoRA finetuning of a 13B over 10GbE between 2 nodes, does the network limit?").facts.headline
    assert isinstance(first, LinkAdapters)
