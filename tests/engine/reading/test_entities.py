"""Chips, instances, clouds and places that a text names."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
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


@pytest.mark.parametrize(
    ("text", "words"), [("32 A100 on p4d, price?", "A100, p4d"), ("32 A100, price?", "A100"), ("p4d price", "p4d")]
)
def test_a_line_of_machines_beside_its_chip_is_heard(text: str, words: str) -> None:
    assert reading(text).words["candidates"] == words


def test_chips_on_a_line_of_machines_are_priced_there(advisor: Advisor) -> None:
    """Four machines of eight A100 at 21.957642 USD; Google sells sixteen in one."""
    told = headline(advisor.ask("32 A100 on p4d, what does it cost per hour?"))
    assert "4 x p4d.24xlarge on demand on AWS" in told and "$87.83/h in all for 32" in told


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("NC96ads A100 v4 in Singapore, price?", "southeastasia"),
        ("a2-highgpu-1g in Tokyo", "asia-northeast1"),
        ("p4d.24xlarge in Tokyo", "ap-northeast-1"),
        ("H100 in Tokyo", "ap-northeast-1"),
    ],
)
def test_a_city_is_a_region_of_the_cloud_whose_machine_is_named(text: str, region: str) -> None:
    assert reading(text).profile.region == region
