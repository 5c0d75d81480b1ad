"""A machine with so many of a chip on a cloud: yes with its price, or no with what there is instead."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.machines.chip_spec import WithChip
from engine.forms.machines.one_machine import NoMachineThere, NotOneMachine, OneMachine
from engine.forms.machines.spec_asked import SpecOf


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("single-B200 machine on GCP?", {"a4-highgpu-8g": 8}),
        ("does Azure have a single H200 VM?", {"Standard_ND96isr_H200_v5": 8}),
        ("Does AWS have any instance with just one B200?", {"p6-b200.48xlarge": 8}),
        ("does AWS have a 4-GPU H100 instance?", {"p5.4xlarge": 1, "p5.48xlarge": 8}),
    ],
)
def test_where_no_machine_has_so_many_that_is_said_with_those_there_are(
    text: str, types: dict[str, int], advisor: Advisor
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, NotOneMachine) and dict(first.types) == types
    assert first.instance in types and first.usd


@pytest.mark.parametrize(
    ("text", "instance", "count"),
    [
        ("is there a 2 x A100 80GB VM on Azure", "Standard_NC48ads_A100_v4", 2),
        ("does GCP have a machine with 4 H100?", "a3-highgpu-4g", 4),
        ("smallest AWS instance with an L4", "g6.xlarge", 1),
        ("smallest Azure VM with an H100", "Standard_NC40ads_H100_v5", 1),
    ],
)
def test_where_one_has_it_is_named(text: str, instance: str, count: int, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, OneMachine) and (first.instance, first.count) == (instance, count)


def test_where_the_cloud_has_no_such_chip_others_that_have_follow(advisor: Advisor) -> None:
    told = advisor.ask("is there an 8x L4 machine on Azure").facts
    assert isinstance(told.headline, NoMachineThere)
    assert [one.values["instance"] for one in told.sentences] == ["g6.48xlarge", "g2-standard-96"]


def test_no_stands_first_and_the_price_with_its_day(advisor: Advisor) -> None:
    """karpenter-azure-prices: 84.80 an hour in eastus2."""
    flat = " ".join(card_text(advisor.ask("does Azure have a single H200 VM?")).split())
    assert flat.startswith(
        "No: Azure has no machine with one NVIDIA H200 SXM alone, only Standard_ND96isr_H200_v5 (8): $84.80/h on "
        "demand in eastus2, seen 2026-06-18."
    )


@pytest.mark.parametrize(
    "text",
    [
        "how many L4 machines do I need for a 70B",
        "price of an H100 machine on AWS",
        "cheapest instance for 8 A100",
        "4x H100 vs 8x A100 machine on AWS",
    ],
)
def test_another_question_about_machines_is_not_taken_for_it(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, OneMachine | NotOneMachine | NoMachineThere)


def test_instances_may_be_asked_with_the_cloud_behind_them(advisor: Advisor) -> None:
    first = advisor.ask("which instances on Azure have A10").facts.headline
    assert isinstance(first, WithChip)
    assert first.types == (
        ("Standard_NV36adms_A10_v5", 1),
        ("Standard_NV36ads_A10_v5", 1),
        ("Standard_NC32ads_A10_v4", 2),
        ("Standard_NV72ads_A10_v5", 2),
    )


@pytest.mark.parametrize(
    ("text", "count"),
    [("how many GPUs in g7.12xlarge", 2), ("what GPU is in g7e.48xlarge", 8), ("g5g.xlarge gpu?", 1)],
)
def test_gpus_of_a_type_are_counted_whatever_the_order(text: str, count: int, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, SpecOf) and first.count == count
