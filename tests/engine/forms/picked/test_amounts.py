"""An amount is of the nearest name before it: an hour of it, or the thing itself."""

from __future__ import annotations

import pytest

from engine.forms.picked.amounts import Amount, bought, hourly


def places(text: str, *names: str) -> dict[str, int]:
    return {name: text.find(name) + len(name) for name in names}


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("A at 0.40/h or B at 1.30/h", Amount(0.4, ""), Amount(1.3, "")),
        ("A for $0.86/h, B for $1.19 per hour", Amount(0.86, "$"), Amount(1.19, "$")),
        ("A zu 0,15 €/h oder B zu 0,31 €/h", Amount(0.15, "€"), Amount(0.31, "€")),
    ],
)
def test_an_hour_of_each(text: str, one: Amount, other: Amount) -> None:
    assert hourly(text, places(text, "A", "B")) == {"A": one, "B": other}


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("A used at 3500 each", Amount(3500.0, "")),
        ("A for $8,500", Amount(8500.0, "$")),
        ("A für 8.500 €", Amount(8500.0, "€")),
        ("A at 9.5k", Amount(9500.0, "")),
        ("A at 0.40/h", None),
        ("A for 2000 users", None),
        ("A at 48 GB", None),
    ],
)
def test_one_of_each(text: str, one: Amount | None) -> None:
    assert bought(text, places(text, "A")) == ({"A": one} if one else {})


def test_a_length_is_no_price() -> None:
    text = "A or B for a 13B at 32k?"
    assert bought(text, places(text, "A", "B"), length=32_768) == {}
    assert bought(text, places(text, "A", "B")) == {"B": Amount(32_000.0, "")}
