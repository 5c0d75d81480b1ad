"""Tables as text: in columns, and within the width of a terminal."""

from __future__ import annotations

import pytest

from bot.wording.text_table import columns, within

ROWS = [
    ("what", "where", "USD/h"),
    ("p5.48xlarge", "eu-central-1, us-east-1, us-east-2 and us-west-2", "55.04"),
    ("trn2", "us-east-2", "9.50"),
]


def test_columns_are_as_wide_as_their_widest_cell_and_figures_are_at_the_right() -> None:
    assert columns([("a", "b", "c"), ("longer", "x", "1.5"), ("b", "yy", "22")], right={2}) == (
        "a       b     c\n"
        "longer  x   1.5\n"
        "b       yy   22"
    )  # fmt: skip


def test_what_fits_is_laid_out_as_through_a_pipe() -> None:
    assert within(ROWS, 200, right={2}) == columns(ROWS, right={2})


def test_a_long_cell_goes_on_below_while_names_and_figures_stay_whole() -> None:
    assert within(ROWS, 40, right={2}) == (
        "what         where                 USD/h\n"
        "p5.48xlarge  eu-central-1,         55.04\n"
        "             us-east-1, us-east-2\n"
        "             and us-west-2\n"
        "trn2         us-east-2              9.50"
    )


@pytest.mark.parametrize("width", [14, 20, 39, 65])
def test_nothing_is_wider_than_the_terminal_and_nothing_is_lost(width: int) -> None:
    text = within(ROWS, width, right={2})
    assert max(map(len, text.splitlines())) <= width
    assert sorted(text.replace(" ", "").replace("\n", "")) == sorted(
        "".join("".join(row) for row in ROWS).replace(" ", "")
    )


def test_what_looks_like_markup_stays_text() -> None:
    assert "[red]" in within([("[red]", "b" * 30)], 20)


def test_the_widest_column_is_folded_first_and_a_column_is_as_wide_as_its_lines() -> None:
    rows = [("type", "where it is sold today", "note of the seller"), ("p5", "us-east-1", "seen twice")]
    assert within(rows, 34) == (
        "type  where it is  note of the\n"
        "      sold today   seller\n"
        "p5    us-east-1    seen twice"
    )  # fmt: skip
