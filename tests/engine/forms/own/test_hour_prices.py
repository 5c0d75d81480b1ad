"""Prices of an hour with the way of paying beside each."""

from __future__ import annotations

import pytest

from engine.forms.own.hour_prices import hour_prices


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("el spot está a 0,42 $/h y on-demand a 1,006 $/h", [(0.42, "spot"), (1.006, "on_demand")]),
        ("$3.50 per hour on demand, €2/h reserved", [(3.5, "on_demand"), (2.0, "term")]),
        ("On demand is $27.45/h. A 1-year commitment at $17.90/h", [(27.45, "on_demand"), (17.9, "term")]),
        ("12 hours at 3 a day", []),
    ],
)
def test_amount_and_way(text: str, told: list[tuple[float, str]]) -> None:
    assert [(one.amount, one.way) for one in hour_prices(text)] == told
