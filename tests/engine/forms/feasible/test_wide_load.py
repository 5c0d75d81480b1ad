"""Weights that are quantized while they are loaded."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.wide_load import WideLoad
from tests.engine.forms.feasible.first import first_of

V5E = "Llama 3.1 70B with int8 quantization in vLLM on a single host TPU v5e-8 runs out of HBM. Should that fit?"


def test_the_published_weights_have_to_fit_before_they_are_quantized(advisor: Advisor) -> None:
    """70.55B bytes = 65.7 GiB, 8.3 on each of eight with 14.4; twice that are 131 GiB, 16.5 on each."""
    told = first_of(advisor, V5E, WideLoad)
    assert (told.way, told.wide, told.said, told.chips) == ("int8", "bf16", 8, 16)
    assert told.taken_gib == pytest.approx(8.3, abs=0.05)
    assert told.wide_each_gib == pytest.approx(16.5, abs=0.1)


@pytest.mark.parametrize(
    "text",
    [
        V5E.replace("with int8 quantization", "in bf16"),  # too large in what is asked for
        V5E.replace("with int8 quantization", "AWQ INT4"),  # stored so
        V5E.replace("v5e-8", "v6e-8"),  # both have room
    ],
)
def test_loading_is_not_to_blame_otherwise(advisor: Advisor, text: str) -> None:
    facts = advisor.ask(text).facts
    assert facts is None or not isinstance(facts.headline, WideLoad)


def test_how_long_ago_it_failed_is_no_length_of_a_run(advisor: Advisor) -> None:
    text = "A couple months back I tried a full fine tune of LLaVA on an 80GB A100 and got CUDA OOM. How many GPUs?"
    assert advisor.parse(text).profile.run_hours is None
