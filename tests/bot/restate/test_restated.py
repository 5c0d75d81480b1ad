"""The shape of what comes back."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bot.restate.restated import Restated


def test_it_holds_lines_and_what_is_beyond_them() -> None:
    told = Restated.model_validate({"lines": ["a"], "beyond": ["b"], "more": 1})
    assert (told.lines, told.beyond) == (("a",), ("b",))


def test_more_lines_than_can_be_answered_are_refused() -> None:
    with pytest.raises(ValidationError):
        Restated.model_validate({"lines": ["a"] * 5})
