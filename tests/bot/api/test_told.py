"""What is told beside the brief answer."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bot.api.told import PriceStep


def test_a_price_that_is_gone_has_no_figure() -> None:
    assert PriceStep(day="2026-01-01").model_dump(exclude_none=True) == {"day": "2026-01-01"}
    with pytest.raises(ValidationError):
        PriceStep.model_validate({"day": "2026-01-01", "usd": 0})
