"""Chips, instances, clouds and places that a text names."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("GPU or Trainium for our 7B?", "candidates", ("gpu", "trainium")),
        ("GPUs, say A100 80GB, for our 7B", "candidates", ("a100-80",)),
        ("20,000 GPU hours of training a 7B", "candidates", None),
        ("7B on H100, no wait, A100", "candidates", ("a100",)),
        ("7B on p5.48xlarge or p5.48xlarge", "instances", ("p5.48xlarge",)),
        ("p5en & p5e, price each", "instances", ("p5en.48xlarge", "p5e.48xlarge")),
        ("7B on p5en, or another p5en", "instances", None),
        ("LoRA of a 7B on two 3090s", "candidates", ("rtx3090",)),
        ("LoRA of a 7B on two 3090s", "accelerator_count", 2),
        ("7B on AWS or GCP", "clouds", ("aws", "gcp")),
        ("7B in Frankfurt", "region", "eu-central-1"),
        ("7B on TPU v5e in Frankfurt", "region", "europe-west3"),
    ],
)
def test_named_hardware_is_a_candidate(text: str, slot: str, value: object) -> None:
    assert reading(text).profile.stated().get(slot) == value


@pytest.mark.parametrize(
    ("text", "clouds"),
    [
        ("H100 on Lambda Labs or RunPod", ("lambda", "runpod")),
        ("train a 7B at together.ai, vast.ai and OCI", ("oracle-cloud",)),
        ("train a 7B with a lambda of 0.1", ()),
        ("fine-tune an 8B on our Oracle database", ()),
        ("a 7B on AWS Lambda", ("aws",)),
    ],
)
def test_a_specialist_cloud_is_a_cloud_and_its_name_in_another_meaning_is_none(
    text: str, clouds: tuple[str, ...], advisor: Advisor
) -> None:
    assert advisor.parse(text).profile.clouds == clouds
