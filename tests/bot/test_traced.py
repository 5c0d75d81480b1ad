"""Figures of a trace: no digit that says nothing."""

from __future__ import annotations

import pytest

from bot.wording.numbers import traced


@pytest.mark.parametrize(
    ("number", "digits", "shown"),
    [(8.0, 4, "8"), (1.0, 4, "1"), (0.0, 4, "0"), (0.1, 4, "0.1"), (3.51149, 4, "3.511"),
     (0.05, 3, "0.05"), (103.96, 4, "104"), (357.96, 4, "358"), (1236.4, 3, "1,240"), (51.4e9, 4, "51,400,000,000")],
)  # fmt: skip
def test_whole_figures_stay_whole_and_noughts_go(number: float, digits: int, shown: str) -> None:
    assert traced(number, digits) == shown
