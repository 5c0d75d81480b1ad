"""The shape of what comes back of a second look."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bot.restate.checked import Checked


def test_it_holds_parts_by_their_number_and_what_is_not_answered() -> None:
    told = Checked.model_validate({"off": [2], "unanswered": ["why?"], "more": 1})
    assert (told.off, told.unanswered) == ((2,), ("why?",))


def test_more_parts_than_an_answer_has_are_refused() -> None:
    with pytest.raises(ValidationError):
        Checked.model_validate({"off": list(range(1, 20)), "unanswered": []})
