"""What is told rather than asked has a form of its own."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("I can't get p5.48xlarge anywhere in us-east-1", "remark"),
        ("They report 5 MWh for 10 days on 16 H100, is that right?", "remark"),
        ("price of p5.48xlarge in us-east-1", "price"),
        ("how much CO2 do 16 trn2 chips emit in a day in us-east-1?", "carbon"),
        ("We trained a 7B on 300B tokens on 64 A100 in 21 days. Is that plausible?", "estimate"),
    ],
)
def test_a_remark_is_told_from_a_question(text: str, form: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form.id == form
