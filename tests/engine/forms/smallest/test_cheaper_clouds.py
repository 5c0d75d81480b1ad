"""Clouds that rent for less than the large ones: the list prices of specialists, beside those of the large."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.smallest.cheaper_clouds import CheaperClouds


@pytest.mark.parametrize(
    "text",
    [
        "Does anyone know cloud services where GPUs are rented at a lower rate than aws, gcp, azure?",
        "Which clouds are cheaper than AWS, GCP and Azure for renting GPUs?",
        "any cheaper alternative to AWS for GPU rental?",
    ],
)
def test_usual_gpus_are_told_where_none_is_named(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CheaperClouds) and first.cheaper and not first.none_of
    assert [one.chip for one in first.each] == ["NVIDIA L40S", "NVIDIA A100 80 GB", "NVIDIA H100 SXM"]
    assert first.each[0].listed == (("RunPod", 1.09), ("Nebius", 1.55))
    assert all(one.listed[0][1] < one.usd for one in first.each)


def test_a_chip_that_is_named_is_told_and_one_that_nobody_lists_is_said(advisor: Advisor) -> None:
    first = advisor.ask("Where can I rent an A100 cheaper than on AWS?").facts.headline
    assert isinstance(first, CheaperClouds) and first.than == ("aws",)
    assert {one.chip for one in first.each} == {"NVIDIA A100 40 GB", "NVIDIA A100 80 GB", "NVIDIA A100 PCIe 80 GB"}
    unlisted = advisor.ask("Where can I get T4 GPUs for less than on AWS?").facts.headline
    assert isinstance(unlisted, CheaperClouds) and unlisted.none_of == ("NVIDIA T4",)


@pytest.mark.parametrize(
    "text",
    [
        "Is Lambda cheaper than AWS for H100?",
        "Are L40S cheaper on Azure than on AWS?",
        "Is g2 on GCP cheaper than g6?",
    ],
)
def test_clouds_that_are_named_are_compared_as_before(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, CheaperClouds)


def test_it_is_told_in_a_thread_about_work(advisor: Advisor) -> None:
    before = advisor.ask("We fine-tune Llama 3 8B with LoRA on AWS.").goes_on_from
    first = advisor.ask("Is there any cheaper cloud than aws, azure or gcp?", before=before).facts.headline
    assert isinstance(first, CheaperClouds)
