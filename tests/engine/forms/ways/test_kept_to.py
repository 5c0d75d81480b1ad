"""Clouds, places and chips that a price question keeps to or leaves out; more: tests/bot/advice/test_readings."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.ways.kept_to import where_written
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("place", "clouds"),
    [
        ("us-east-1", ("aws",)),
        ("us-east-1 or us-west-2", ("aws",)),
        ("us-east-1 or us-central1", ("aws", "gcp")),
        ("Frankfurt", ()),
        ("Frankfurt or us-east-1", ()),
    ],
)
def test_a_region_as_its_cloud_writes_it_says_the_cloud(
    place: str, clouds: tuple[str, ...], advisor: Advisor, facts: Facts
) -> None:
    """The name of a city is a place of several clouds."""
    assert where_written(advisor.ask(f"cheapest H100 in {place}").reading, facts).clouds == clouds


def test_machines_of_at_least_some_memory_are_none_of_an_excluded_cloud(advisor: Advisor) -> None:
    table = advisor.ask("cheapest machine with at least 600 GB of GPU memory, not on Azure").facts.table
    assert table is not None
    assert "azure" not in {cell for row in table.rows for cell in row.cells}


@pytest.mark.parametrize(
    ("text", "instance"),
    [
        ("cheapest GPU on GCP excluding T4 and L4", "n1-standard-8-1xp4"),
        ("cheapest GCP GPU that is not a T4 or an L4", "n1-standard-8-1xp4"),
        ("cheapest accelerator on AWS that isn't Inferentia", "g4dn.xlarge"),
        ("cheapest TPU other than v5e per chip-hour", "v6e-1"),
        ("cheapest GPU that isn't NVIDIA", "runpod-1x-mi300x"),
    ],
)
def test_chips_that_are_excluded_are_not_ranked(text: str, instance: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert told is not None and told.values["instance"] == instance


@pytest.mark.parametrize(
    ("text", "clouds", "fewest"),
    [
        ("cheapest H200 in Europe on demand, hyperscalers", {"aws", "azure"}, 1),
        ("cheapest machine with 4 or more GPUs in us-east-1 on demand", {"aws"}, 4),
        ("cheapest A100 80GB on demand outside of Europe and the US, hyperscalers", {"aws", "gcp", "azure"}, 1),
    ],
)
def test_every_condition_holds_of_every_row_that_is_told(
    text: str, clouds: set[str], fewest: int, advisor: Advisor, facts: Facts
) -> None:
    """Clouds by the name of their group, the fewest GPUs of a machine, the way to buy, places left out."""
    table = advisor.ask(text).facts.table
    assert table is not None and table.rows
    for row in table.rows:
        cells = dict(zip(table.columns, row.cells, strict=True))
        assert cells["bought"] == "on_demand" and cells["cloud"] in clouds
        assert facts.instances[str(cells["instance"])].count >= fewest
        assert not ("outside" in text and str(cells["region"]).startswith(("us", "eu")))
