"""Changes of prices narrowed, laid out and drawn."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from bot.prices.changes import change_filter, course, rows
from engine.changes.change import Change
from knowledge.facts import Cloud, Facts, Point

FIRST, LAST = date(2026, 11, 10), date(2026, 11, 20)


def change(instance: str = "p5.48xlarge", region: str = "us-east-1", cloud: Cloud = "aws") -> Change:
    return Change(
        provider=cloud, instance=instance, region=region, purchase="on_demand", before=50, after=40, percent=-20,
        kind="moved", announced=True, code="moved", feed="skypilot", seen_on=LAST, last_seen_on=LAST, told_on=LAST,
        looks=1, needed=1, trail=(Point(FIRST, Decimal(50)), Point(LAST, Decimal(40))),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "taken"),
    [
        ("p5", ["p5.48xlarge", "p5en.48xlarge"]),
        ("H100", ["p5.48xlarge", "Standard_ND96isr_H100_v5"]),
        ("nd96isr h100 v5", ["Standard_ND96isr_H100_v5"]),
        ("ml.p5en.48xlarge", ["p5en.48xlarge"]),
        ("g7e", []),
    ],
)
def test_a_name_narrows_to_the_types_it_means_or_begins(facts: Facts, asked: str, taken: list[str]) -> None:
    wanted = change_filter(facts, None, asked, None, None)
    things = ("p5.48xlarge", "p5en.48xlarge", "Standard_ND96isr_H100_v5")
    assert [name for name in things if wanted.takes(change(name))] == taken


def test_a_place_narrows_to_all_regions_there_and_a_cloud_to_its_own(facts: Facts) -> None:
    wanted = change_filter(facts, None, None, "Frankfurt", None)
    assert wanted.takes(change(region="eu-central-1")) and not wanted.takes(change(region="us-east-1"))
    assert wanted.takes(change("a3-highgpu-8g", "europe-west3", "gcp"))
    assert not change_filter(facts, "aws", None, "Frankfurt", None).takes(change("a3", "europe-west3", "gcp"))


def test_the_same_change_in_several_regions_is_one_row() -> None:
    heads, first, second = rows([change(), change(region="us-east-2"), change("p4d.24xlarge")])
    assert len(heads) == len(first) == 8
    assert first[1].startswith("us-east-1") and "2026-11-20" in first
    assert second[0].startswith("p4d.24xlarge")


def test_a_price_is_drawn_only_once_it_has_moved() -> None:
    """40 of 50 is 5.6 of the seven steps above the lowest bar: the seventh of eight bars."""
    assert course(change()) == "█▇"
    assert course(change()._replace(trail=change().trail[:1])) == ""
