"""Counts and sizes as slot values."""

from __future__ import annotations

import pytest

from engine.reading.quantities import quantities
from engine.reading.sizes import sizes
from tests.engine.reading.test_document import document


def slots(text: str) -> dict[str, object]:
    laid_out = document(text)
    return {mention.slot: mention.value for mention in sizes(laid_out, quantities(laid_out))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 70B model", {"parameters": 70e9}),
        ("40B total / 6B active", {"parameters": 40e9, "active_parameters": 6e9, "architecture": "moe"}),
        ("train on 2T tokens", {"tokens": 2e12}),
        ("304M tokens a month", {"tokens_per_day": 10e6}),
        ("fine-tune Llama 8B every week", {"parameters": 8e9}),  # how often, not how much
        ("serve llama, 2B a day", {"tokens_per_day": 2e9}),
        ("budget $40k", {"budget_usd": 40_000}),
        ("budget $1,500 a month", {"budget_usd": 1500, "budget_period": "month"}),
        ("the chip is $2.50 per hour", {}),
        ("8 H100s and 3 engineers", {"accelerator_count": 8, "team_engineers": 3}),
        ("we have 40 custom kernels", {"custom_kernels": "heavy"}),
        ("p95 latency under 300 ms", {"latency_ms": 300}),
    ],
)
def test_a_quantity_fills_its_slot(text: str, expected: dict[str, object]) -> None:
    """A month has 30.4 days, so 304M tokens a month are 10M a day."""
    assert slots(text) == {
        slot: value if isinstance(value, str) else pytest.approx(value) for slot, value in expected.items()
    }


def test_an_amount_quoted_to_us_is_not_a_budget() -> None:
    assert slots("got quoted $2M for 20 p5")["instance_count"] == 20
    assert "budget_usd" not in slots("got quoted $2M for 20 p5")
