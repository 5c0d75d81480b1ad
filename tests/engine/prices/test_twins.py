"""A price that is doubted because the seller's other machine of it has risen since."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.library import Library
from engine.prices.twins import has_risen
from knowledge.facts import Facts
from tests.day import DAY

DEAR = "gpu-b200-sxm-a_8gpu-160vcpu-1792gb"  # 44.00 on 2026-07-20, as its twin, which was 57.20 on 2026-09-25


@pytest.mark.parametrize(
    ("thing", "day", "risen"),
    [
        (DEAR, DAY, True),
        (DEAR, date(2026, 9, 24), False),  # before the twin was seen again
        ("gpu-b200-sxm_8gpu-160vcpu-1792gb", DAY, False),  # the twin itself
        ("gpu_2x_b200_sxm6", DAY, False),  # of machines at other prices of a chip
        ("p6-b200.48xlarge", DAY, False),  # of a cloud that prices each region
    ],
)
def test_a_machine_is_doubted_whose_twin_costs_more_since(thing: str, day: date, risen: bool, facts: Facts) -> None:
    library = Library(facts).reaching(("nebius", "lambda"))
    book, one = library.prices(day), library.facts.instances[thing]
    assert any(has_risen(one, quote, book) for quote in book.quotes(one, "on_demand")) is risen


@pytest.mark.parametrize("day", [DAY, date(2026, 10, 10), date(2026, 11, 28)])
@pytest.mark.parametrize("text", ["cheapest B200", "where is a B200 cheapest?", "lowest price for a B200 on demand"])
def test_the_cheapest_to_keep_is_no_price_whose_twin_rose(text: str, day: date, facts: Facts) -> None:
    """Lambda's 53.52 for eight is 6.69 a chip-hour, Nebius' 44.00 would be 5.50."""
    shown = card_text(Advisor(facts, day).ask(text), full=True)
    lead, _, table = shown.partition("$ a chip-hour")
    assert "$6.69 a chip-hour" in lead
    assert "$5.50" not in lead
    assert "its twin rose" in " ".join(table.split())
