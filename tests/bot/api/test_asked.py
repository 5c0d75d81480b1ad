"""What can be asked for is bounded."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from bot.api.asked import EstimateOf, NewMeasurement, Question


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (Question, {"text": "x" * 12_001}),
        (Question, {"earlier": [{"text": "a"}] * 9}),
        (Question, {"slots": {str(number): 1 for number in range(81)}}),
        (Question, {"slots": {"model": {"deep": 1}}}),
        (Question, {"workspace": "T2"}),
        (EstimateOf, {"files": [{"name": "a", "content": "x" * 100_001}]}),
        (NewMeasurement, {"on": "p5.48xlarge", "tokens_per_second": 0}),
    ],
)
def test_too_much_or_too_little_is_refused(kind: Any, body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        kind.model_validate(body)
