"""Each machine with its own place."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.ways.own_places import own_places


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (
            "inf2.48xlarge in Stockholm or trn1.32xlarge in us-east-1",
            {"inf2.48xlarge": "eu-north-1", "trn1.32xlarge": "us-east-1"},
        ),
        ("p5.48xlarge vs p4d.24xlarge in us-east-1 and us-west-2", {}),
        ("p5.48xlarge in us-east-1 vs us-west-2", {}),
    ],
)
def test_machines_and_places_take_turns(text: str, own: dict[str, str], advisor: Advisor) -> None:
    assert own_places(advisor.parse(text)) == own


def test_each_is_priced_in_its_own_place(advisor: Advisor) -> None:
    """98.32 + 88.49 + 55.04."""
    text = "one each of ND96isr_H100_v5 eastus, a3-highgpu-8g us-central1 and p5.48xlarge us-east-1: hourly total"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "machines_sum"
    assert first.values["usd"] == pytest.approx(241.85, abs=0.01)
