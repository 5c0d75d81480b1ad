"""Each answer of the folder is one of what is asked of prices."""

from __future__ import annotations

from typing import get_args

from engine.forms.charged.charged import CHARGED
from engine.forms.money.money import ANSWERS
from engine.forms.money.said import Does


def test_everything_that_is_asked_has_its_answer() -> None:
    assert {*ANSWERS, *CHARGED} == set(get_args(Does))
