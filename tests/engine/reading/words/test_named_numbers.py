"""A number that is a part of a name fills no slot, whatever stands behind it."""

from __future__ import annotations

from itertools import product

import pytest

from tests.engine.reading.test_hardware import reading

CARDS = ("RTX 3060", "3090", "RTX A6000", "A100", "H100", "GTX 1080 Ti", "RX 7900 XTX", "L40S")
VERSIONS = (
    "CUDA 121", "CUDA 11", "cuda 12.1", "cu118", "Driver 550", "driver version 535.104.05", "torch 2", "PyTorch 2.4",
    "tensorflow 2", "Python 3.10", "python 310", "Ubuntu 22", "ubuntu 20.04", "Windows 11", "gcc 9", "cudnn 8",
    "Kernel 6", "sm_86", "sm 120", "compute capability 8.6", "PCIe 4", "DDR5", "step 500/20000", "2024-10-01",
)  # fmt: skip
PROCESSORS = (
    "13900k", "i9-13900K", "12900ks", "i7 12700H", "i5-12400f", "12400f", "5950X", "Ryzen 9 5950X", "Ryzen 7 5800H",
    "7800X3D", "9950x3d", "Threadripper 3970X", "5995wx", "EPYC 7742", "Xeon E5-2680 v4", "Xeon Gold 6248",
    "Core Ultra 265K", "9700k", "14900ks",
)  # fmt: skip
FRAMES = ("{name} - {card}: is that enough for a LoRA of 7B?", "{name} {card}, can I train a LoRA of 7B?")
COUNTS = (
    "accelerator_count", "instance_count", "runs", "runs_per_month", "samples", "steps", "tokens", "concurrent_users",
    "batch_size", "budget_usd", "run_hours", "deadline_days", "team_engineers", "sequence_length", "latency_ms",
)  # fmt: skip


@pytest.mark.parametrize("name", [*VERSIONS, *PROCESSORS])
def test_the_number_of_a_name_counts_nothing(name: str) -> None:
    """Versions of software, processors, lanes and dates beside a card, in every order of the two."""
    for frame, card in product(FRAMES, CARDS):
        text = frame.format(name=name, card=card)
        said = reading(text)
        stated = said.profile.stated()
        assert {slot: stated[slot] for slot in COUNTS if slot in stated} == {}, text
        assert said.profile.parameters == 7e9, text
        assert [one for one in said.hardware if one.chips or one.machines] == [], text


@pytest.mark.parametrize("name", ["13900k", "5950X", "CUDA 121", "Ubuntu 22", "EPYC 7742"])
@pytest.mark.parametrize(("count", "chips"), [("2x 3090", 2), ("2 x RTX 3090", 2), ("two 3090s", 2), ("4 A100s", 4)])
def test_a_count_beside_it_is_read(name: str, count: str, chips: int) -> None:
    for text in (f"{name}, {count}: does a 30B fit?", f"{count} with {name}: does a 30B fit?"):
        assert reading(text).profile.accelerator_count == chips, text


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("PyTorch 8 H100, LoRA of 7B", 8),
        ("CUDA 2 x 3090, does 30B fit?", 2),
        ("torch on 8 GPUs, does 30B fit?", 8),
        ("4/8 GPUs are free, does 30B fit?", 8),
        ("8xH100, 80GB each, does 30B fit?", 8),
        ("a 20-GPU cluster for a 70B", 20),
    ],
)
def test_what_counts_still_counts(text: str, chips: int) -> None:
    assert reading(text).profile.accelerator_count == chips


@pytest.mark.parametrize("text", ["Issue 120 - A100 runs out", "Rank 3 - A100 fails", "Table 4 / H100 is slow"])
def test_a_dash_between_blanks_joins_no_number_to_a_card(text: str) -> None:
    assert reading(f"{text} in training, why?").profile.accelerator_count is None


@pytest.mark.parametrize("text", ["4G4H8M server without a GPU for a 7B", "Is the CMP 170HX good for a 7B?"])
def test_letters_that_are_no_unit_make_a_name(text: str) -> None:
    said = reading(text).profile
    assert said.instance_count is None
    assert said.accelerator_count is None
