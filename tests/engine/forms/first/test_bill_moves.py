"""A month's bill on another chip."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.bill_moves import BillMoves, BillSpeed


def test_the_bill_is_moved_by_hours_speed_and_price(advisor: Advisor) -> None:
    told = advisor.ask("we pay $20k per month for TPU v5e-64, is v6e cheaper?").facts
    first, working = told.headline, told.sentences[0]
    assert isinstance(first, BillMoves) and isinstance(working, BillSpeed) and first.pays
    assert working.chip_hours == pytest.approx(20_000 / 1.20)
    assert first.usd.likely == pytest.approx(
        working.chip_hours / working.speed.likely * working.other_usd_chip, rel=1e-6
    )


def test_a_port_that_takes_years_to_pay_back_is_not_worth_it(advisor: Advisor) -> None:
    first = advisor.ask("we pay $900 a month for p4d, worth moving to v5e?").facts.headline
    assert isinstance(first, BillMoves) and first.saves > 0 and first.months > 12 and not first.pays
