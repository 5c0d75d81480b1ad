"""Figures through time as a line of bars."""

from __future__ import annotations

import pytest

from bot.wording.sparkline import sparkline


@pytest.mark.parametrize(
    ("figures", "lowest", "line"),
    [
        ((1, 2, 3, 4, 5, 6, 7, 8), None, "▁▂▃▄▅▆▇█"),
        ((8, 8, 1), None, "██▁"),
        ((55, None, 44), None, "█ ▁"),
        ((55, 55), 0, "██"),
        ((100, 50), 0, "█▅"),  # half of seven steps up is 3.5, rounded to the even 4: the fifth bar
        ((7, 7, None), None, "▄▄ "),
        ((None, None), None, ""),
        ((), None, ""),
    ],
)
def test_the_smallest_figure_is_the_lowest_bar_unless_another_is_given(
    figures: tuple[float | None, ...], lowest: float | None, line: str
) -> None:
    assert sparkline(figures, lowest=lowest) == line
