"""Hours at two prices that are told."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_the_cheaper_product_is_named(advisor: Advisor) -> None:
    """10 x 3 = 30 and 24 x 2 = 48: 1.6 times."""
    first = advisor.ask("H100: 10 hours at $3/h, or A100: 24 hours at $2/h. Which is cheaper?").facts.headline
    assert first is not None and first.code == "paid_each" and first.values["times"] == 1.6
