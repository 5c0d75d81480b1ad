"""Memory of the host that offloading takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.fits.host import HostLoads
from engine.forms.parts.fit_reasons import HostNeeded

GIB = 2**30


def test_how_much_cpu_memory_is_answered_with_that_of_the_host(advisor: Advisor) -> None:
    """70e9 x 12 bytes of optimizer states, x 16 with weights and gradients, x 2 of weights that are loaded."""
    text = "How much CPU memory is needed to full fine-tune a 70B on 8 A100 80GB?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, HostNeeded)
    assert told.optimizer == pytest.approx(70e9 * 12 / GIB)
    assert told.states == pytest.approx(70e9 * 16 / GIB)
    assert told.weights == pytest.approx(70e9 * 2 / GIB)


@pytest.mark.parametrize(
    ("text", "level"),
    [
        # 7e9 x 12 bytes are 78.2 GiB, x 16 are 104.3; of 160 GB, 149 GiB, a part is not free
        ("Is 160 GB CPU RAM enough for ZeRO-3 offload of a 7B on 4 GPUs?", "all"),
        ("110 GB of RAM and one A100 40GB, ZeRO-3 cpu offload for 7B full finetune, enough?", "optimizer"),
        ("do I have enough RAM (64 GB) to train a 7B with ZeRO-Offload?", "none"),
        ("256 GB host memory, ZeRO-offload on a 7B, one A100 80GB: ok?", "all"),
        ("how much system RAM does deepspeed offload need for a 7B full fine-tune?", ""),
    ],
)
def test_ram_that_was_told_holds_all_states_the_optimizer_or_nothing(text: str, level: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, HostNeeded) and told.level == level
    assert told.optimizer == pytest.approx(7e9 * 12 / GIB)


def test_ram_out_of_which_a_model_is_served_is_another_matter(advisor: Advisor) -> None:
    told = advisor.ask("can I run a 7B from 160 GB RAM without a GPU?").facts.headline
    assert not isinstance(told, HostNeeded)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        # 70.55e9 x 12 bytes are 789 GiB, x 16 are 1,051; of 1 TB, 931 GiB, 792 are free
        (
            "full finetune llama 70B on 8x A100 80GB with zero3 cpu offload, the node has 1 TB of RAM. ok?",
            "No, not with",
        ),
        # 70e9 x 16 are 1,043; a p4d.24xlarge has 1,152 GiB, of which 979 are free
        (
            "full finetune of a 70B on one p4d.24xlarge with deepspeed cpu offload, possible?",
            "No, not with DeepSpeed",
        ),
        # 30e9 x 12 are 335 GiB
        (
            "zero-offload of a 30B on 4x A6000, 256 GB of ram in the box. does it work?",
            "No: 238 GiB of RAM are too little",
        ),
        # 32e9 x 16 are 477 GiB, and 512 GB are as many
        (
            "512GB RAM and 2x H100: full fine-tune of a 32B, deepspeed zero3, offload of the optimizer?",
            "No, not with",
        ),
        # 13e9 x 16 are 194 GiB of 1,152
        ("can a p4d.24xlarge full finetune a 13B with zero-3 and cpu offload?", "Yes: full fine-tuning of 13B"),
        # FSDP keeps its own gradients with the weights: 70e9 x 16 in 1,397 GiB
        ("full finetune 70B on 8x A100 80GB with FSDP cpu offload, 1.5 TB ram, ok?", "Yes: of 1,400 GiB"),
    ],
)
def test_the_ram_of_the_host_is_held_against_what_stays_there(text: str, first: str, advisor: Advisor) -> None:
    said = " ".join(card_text(advisor.ask(text)).split())
    assert said.startswith(first), said


def test_killed_with_room_for_the_states_it_is_the_buffers(advisor: Advisor) -> None:
    text = "Full fine-tune of Qwen2.5 32B, zero-3 offload, one H100 NVL 96GB, 744 GB of CPU RAM, killed. Not enough?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, HostNeeded) and told.too_little
    assert told.padded == pytest.approx(32.76e9 * 18 * 1.5 / 2**30, rel=0.01)  # 824 GiB of 693
    assert told.free < told.padded


def test_ram_that_does_not_hold_the_checkpoint_once_is_the_limit(advisor: Advisor) -> None:
    text = "FSDP + QLoRA of llama 3 8B on 4x A40, OOM. Machine has only 16GB of CPU RAM. What's the limit here?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, HostLoads)
    assert told.weights == pytest.approx(8.03e9 * 2 / 2**30, rel=0.01)  # 15.0 GiB of 14.9
    assert told.loaded == pytest.approx(4 * told.weights)


def test_ram_that_holds_it_is_not_the_limit(advisor: Advisor) -> None:
    text = "FSDP + QLoRA of llama 3 8B on 4x A40, OOM. Machine has 64GB of CPU RAM. What's the limit here?"
    assert not isinstance(advisor.ask(text).facts.headline, HostLoads)
