"""Which cloud, which of its machines: what decides and the smallest of each cloud that was said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "clouds"),
    [
        ("We need a GPU instance to run entity matching. Should we use AWS? GCP?", {"aws", "gcp"}),
        ("What is the recommended Azure VM configuration for this to run?", {"azure"}),
        ("Do you have any hardware recommendation on the cloud? For both CPU and GPU.", {"aws", "gcp", "azure"}),
        ("what service to activate to use cloud gpu? what is the cost?", {"aws", "gcp", "azure"}),
        ("Does anybody know a place to rent a GPU server by the hour to train models?", {"aws", "gcp", "azure"}),
        ("租云GPU跑这个有什么推荐嘛？", {"aws", "gcp", "azure"}),
    ],
)
def test_only_the_clouds_asked_about_are_named(text: str, clouds: set[str], advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "which_cloud"
    assert {machine[0] for machine in first.values["machines"]} == clouds


def test_where_the_work_is_known_its_memory_decides(advisor: Advisor) -> None:
    first = advisor.ask("Which Azure VM should I use to train YOLOv8?").facts.headline
    assert first is not None and first.code == "which_cloud"
    assert [machine[1] for machine in first.values["machines"]] == ["Standard_NC4as_T4_v3"]


def test_a_chip_on_several_clouds_is_a_price(advisor: Advisor) -> None:
    first = advisor.ask("Is an H100 cheaper on AWS or GCP?").facts.headline
    assert first is None or first.code != "which_cloud"


def test_the_cheapest_of_so_much_memory_is_kept_to_its_bounds(advisor: Advisor) -> None:
    text = "cheapest gpu with 80 gigs or more in the EU, on demand, aws/gcp/azure only. no A100s pls"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "cheapest_chip" and first.values["instance"] == "g4-standard-48"
