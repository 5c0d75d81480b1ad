"""Several ways to shard that were named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fits.staged import NamedStages
from engine.forms.parts.fit_reasons import FitOnOther, FitsThere, HostNeeded


def stages(advisor: Advisor, text: str) -> NamedStages:
    (told,) = (line for line in advisor.ask(text).facts.sentences if isinstance(line, NamedStages))
    return told


def test_the_way_that_fits_is_told_and_no_other_decides(advisor: Advisor) -> None:
    """70B in BF16: 131 GiB of frozen weights stay whole under ZeRO-1 and are shared by 16 under FSDP."""
    text = "Llama-3.1-70B LoRA r=64, seq 8k, mbs 1. trn1.32xlarge enough or need p4de/p5? FSDP/ZeRO-1 whatever works"
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, FitsThere)
    assert {(one.name, one.fits) for one in stages(advisor, text).stages} == {("fsdp", True), ("zero-1", False)}
    others = [line for line in facts.sentences if isinstance(line, FitOnOther)]
    assert all("lora" in {held.way for held in line.fitting} for line in others)


def test_each_stage_has_its_bytes(advisor: Advisor) -> None:
    """13B on 8: 24.2 GiB of weights whole or shared, (24.2 + 145) / 8 of the rest, and 2 to 4 of activations."""
    two, three = stages(advisor, "Does full fine-tuning of a 13B fit 8 A100 80GB with ZeRO-2 or ZeRO-3?").stages
    assert two.gib == pytest.approx(24.2 + 169 / 8 + 2.3, rel=0.03) and three.gib < 30


def test_host_memory_comes_first_and_says_whether_the_cards_do(advisor: Advisor) -> None:
    """12 bytes x 32.76B = 366 GiB; 16 x = 488; weights and gradients over eight cards leave 39 of 72."""
    text = (
        "full finetune Qwen2.5-32B, seq 16k, 8xA800 80G, zero2 OOM. zero3 + optimizer offload need "
        "how much CPU memory? or must use 16 card"
    )
    said = advisor.ask(text).facts.headline
    assert isinstance(said, HostNeeded)
    assert (round(said.optimizer), round(said.states), said.said) == (366, 488, 8)
    assert said.each == pytest.approx(39.1, rel=0.02)
