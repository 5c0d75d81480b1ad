"""A chip of no such name, and storage and traffic."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.charged.not_priced import BesideMachines, UnknownChip


@pytest.mark.parametrize(
    ("text", "name", "near"),
    [
        ("price of an H300", "H300", "NVIDIA H200 SXM"),
        ("what does a B400 cost per hour", "B400", "NVIDIA B300"),
        ("tpu v9 price", "tpu v9", "TPU7x (Ironwood)"),
    ],
)
def test_a_name_that_is_not_held_is_said_with_the_nearest(text: str, name: str, near: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, UnknownChip) and (told.name, told.near) == (name, near)


@pytest.mark.parametrize("text", ["price of an H200", "is Trainium 50 percent better?", "p7.48xlarge price"])
def test_what_is_held_or_told_elsewhere_is_no_unknown_chip(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, UnknownChip)


def test_gigabytes_that_are_kept_and_sent_are_summed(advisor: Advisor) -> None:
    """20,000 x 0.023 = 460 a month, 5,000 x 0.09 = 450."""
    told = advisor.ask("we'd keep 20 TB in s3 and pull 5 TB out every month, what's that?").facts.headline
    assert isinstance(told, BesideMachines)
    assert [(one.kind, round(one.usd, 2)) for one in told.parts] == [("bucket", 460.0), ("sent", 450.0)]


def test_of_disks_no_price_is_held(advisor: Advisor) -> None:
    told = advisor.ask("price for 10TB of EBS gp3").facts.headline
    assert isinstance(told, BesideMachines) and [one.usd_gb for one in told.parts] == [0.0]
