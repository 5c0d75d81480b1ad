"""Machines as job files name them."""

from __future__ import annotations

import pytest

from engine.configs.keys.machines import chip, instance, tpu_slice
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("name", "candidate"),
    [
        ("A100-80GB", "a100-80"),
        ("nvidia-h100-80gb", "h100"),
        ("A100-80GB-SXM", "a100-80"),
        ("A100-80GB-PCIe", "a100-80"),
        ("H100-NVLINK", "h100"),
        ("NVIDIA-A100-SXM4-40GB", "a100-40"),
        ("L4", "l4"),
        ("V100-32GB", "v100"),
        ("nvidia-tesla-t4", "t4"),
        ("tpu-v5litepod-16", "tpu-v5e"),
        ("unheard-of", None),
    ],
)
def test_a_chip_is_called_as_questions_call_it(name: str, candidate: str | None, facts: Facts) -> None:
    assert chip(name, facts) == candidate


@pytest.mark.parametrize(
    ("name", "slice_"),
    [
        ("tpu-v5litepod-16", ("tpu v5e", 16)),
        ("v4-32", None),
        ("tpu-v4-32", ("tpu v4", 16)),
        ("tpu-v5p-slice", ("tpu v5p", None)),
        ("tpu-v6e-8", ("tpu v6e", 8)),
    ],
)
def test_slices_named_after_cores_are_counted_in_chips(name: str, slice_: tuple[str, int | None] | None) -> None:
    assert tpu_slice(name) == slice_


def test_sagemaker_puts_two_letters_before_a_type(facts: Facts) -> None:
    found = instance("ml.p4d.24xlarge", facts)
    assert found is not None and found.id == "p4d.24xlarge"
