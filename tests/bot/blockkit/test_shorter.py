"""A message cut to a length: its first block and its buttons stay, a chart goes first, then its end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.blockkit.length import counted
from bot.blockkit.shorter import shortened
from tests.bot.block_samples import button, line, mrkdwn, plain, section

FIRST = {"type": "header", "text": plain(10)}
BUTTONS = {"type": "actions", "elements": [button()]}


def test_what_fits_stays_as_it_is() -> None:
    blocks = [FIRST, section(text=mrkdwn(100)), line(), BUTTONS]
    assert shortened(blocks, 1000) == blocks


def test_a_chart_goes_before_words_and_the_last_words_before_the_first() -> None:
    one, two = section(text=mrkdwn(300)), section(text=mrkdwn(301))
    blocks = [FIRST, line(), one, two, BUTTONS]
    assert shortened(blocks, counted(blocks) - 1) == [FIRST, one, two, BUTTONS]
    assert shortened(blocks, 700) == [FIRST, one, BUTTONS]


@given(st.lists(st.integers(1, 2900), max_size=20), st.integers(0, 9000))
def test_it_fits_and_the_first_block_and_the_buttons_are_there(lengths: list[int], most: int) -> None:
    made = shortened([FIRST, *(section(text=mrkdwn(length)) for length in lengths), BUTTONS], most)
    assert made[0] == FIRST and made[-1] == BUTTONS
    assert counted(made) <= max(most, counted([FIRST, BUTTONS]))
