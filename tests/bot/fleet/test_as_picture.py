"""The picture of a plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.fleet.as_picture import plan_chart
from bot.wording.errors import UserError
from tests.bot.fleet.sample import TUNE, plan_of_text


def test_the_same_plan_draws_the_same_bytes_and_says_itself_in_words(advisor: Advisor, tmp_path: Path) -> None:
    answer = plan_of_text(advisor, "budget.monthly_usd = 5000\n" + TUNE)
    one, other = tmp_path / "a.svg", tmp_path / "b.svg"
    words = plan_chart(answer, one)
    plan_chart(answer, other)
    assert one.read_bytes() == other.read_bytes()
    assert "budget a month" in one.read_text() or len(one.read_text()) > 5000
    assert words.startswith("Billed by month: p4d.24xlarge capacity block")


@pytest.mark.parametrize(
    ("text", "name", "code"),
    [(TUNE, "a.gif", "bad_picture"), ("budget.total_usd = 1\n" + TUNE, "a.png", "no_plan_picture")],
)
def test_what_cannot_be_drawn_is_said(advisor: Advisor, tmp_path: Path, text: str, name: str, code: str) -> None:
    with pytest.raises(UserError) as raised:
        plan_chart(plan_of_text(advisor, text), tmp_path / name)
    assert raised.value.code == code
