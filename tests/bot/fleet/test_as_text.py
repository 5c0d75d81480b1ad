"""A plan in a terminal."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.fleet.as_text import plan_text
from tests.bot.fleet.sample import TUNE, plan_of_text


def test_no_line_is_wider_than_the_terminal_and_none_can_steer_it(advisor: Advisor) -> None:
    text = plan_text(plan_of_text(advisor, TUNE.replace('name = "tune"', r'name = "tune\u001b[31m"')), 80)
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert text.startswith("$")
