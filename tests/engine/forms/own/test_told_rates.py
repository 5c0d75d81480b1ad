"""At which price a sum is made: the one that is told, of a card."""

from __future__ import annotations

import pytest

from engine.forms.own.told_rates import told_rates
from engine.workload.profile import Equipment, Profile, Reading
from knowledge.facts import Facts


def rates(facts: Facts, text: str, chips: int, form: str = "estimate", **said: object) -> dict[str, float]:
    words = "H100"
    profile = Profile.model_validate({"candidates": ("h100",), **said})
    hardware = (Equipment(id="h100", chips=chips, words=words),)
    return told_rates(Reading(text=text, form=form, profile=profile, hardware=hardware), facts)


@pytest.mark.parametrize(
    ("text", "chips", "usd"),
    [
        ("H100 at $2.20/GPU-h", 8, 2.20),
        ("H100 at 2.30 $/h each", 16, 2.30),
        ("H100 at 2.50/h", 1, 2.50),
        ("H100, no total a US$ 2,60/h", 1, 2.60),
        ("H100 box at $20/h", 8, 2.50),  # of all eight
    ],
)
def test_an_hour_of_one_card(facts: Facts, text: str, chips: int, usd: float) -> None:
    assert rates(facts, text, chips)["h100-sxm"] == pytest.approx(usd)


def test_not_where_the_price_is_what_is_asked_or_left(facts: Facts) -> None:
    assert not rates(facts, "H100 at $2.20/h", 1, form="price")
    assert not rates(facts, "H100 at $2.20/h", 1, current_usd_per_hour=2.2)
    assert not rates(facts, "H100 at 2.20 €/h", 1)
