"""A model on a CPU."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.processors import CpuBound, CpuInstead, CpuUnknown, processor_in
from knowledge.loading.load import load


def test_a_request_reads_the_weights_for_each_token(advisor: Advisor) -> None:
    """307.2 GB/s of a Graviton3 over 2 x 1.24 GB: 124 tokens/s in 16 bits."""
    answer = advisor.ask("can we serve Llama 3.2 1B on c7g?")
    said = answer.facts.headline
    assert isinstance(said, CpuBound) and (said.processor, said.whole) == ("AWS Graviton3", True)
    assert said.ways[0][2] == pytest.approx(124, rel=0.02) and said.enough == "unsaid"
    assert any(isinstance(one, CpuInstead) for one in answer.facts.sentences)


def test_traffic_beyond_one_after_another_is_likely_too_much(advisor: Advisor) -> None:
    """2 requests a second of 256 tokens are 512 tokens/s; 536.7 GB/s over 1.6 GB in 4 bits are some 340."""
    said = advisor.ask("is Graviton enough to serve a 3B model at 2 requests per second?").facts.headline
    assert isinstance(said, CpuBound) and said.enough == "no"
    assert said.wanted == pytest.approx(512)


def test_a_size_has_its_share_of_the_socket() -> None:
    """8 of 64 cores of a Graviton3: 38.4 GB/s."""
    found = processor_in("Qwen2.5 0.5B on c7g.2xlarge", load().processors.values())
    assert found is not None and found.cores == 8 and found.gbps == pytest.approx(38.4)


def test_of_a_cpu_that_is_not_held_that_is_said_first(advisor: Advisor) -> None:
    assert isinstance(advisor.ask("serve Mistral 7B on c7i.8xlarge?").facts.headline, CpuUnknown)


@pytest.mark.parametrize("text", ["EPYC or L4 for serving a 3B?", "can I run Llama 3.1 8B on a Xeon with 64 GB RAM?"])
def test_cards_and_ram_are_answered_as_before(advisor: Advisor, text: str) -> None:
    assert advisor.ask(text).form.id != "serving"
