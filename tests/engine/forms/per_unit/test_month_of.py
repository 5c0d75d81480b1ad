"""What a month of serving costs, in the unit that is asked."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.parts.estimate_reasons import MonthEstimate


def month(advisor: Advisor, text: str) -> MonthEstimate:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, MonthEstimate)
    return first


def test_of_one_user_it_is_the_month_over_all_of_them(advisor: Advisor) -> None:
    first = month(advisor, "cost per user per month for a llama 8b assistant with 1000 daily users")
    assert first.users == 50 and first.people == "1000 daily users"  # 5% at the busiest moment
    assert first.each_usd == pytest.approx(first.usd.likely / 1000)


def test_office_hours_come_first_and_day_and_night_beside_them(advisor: Advisor) -> None:
    text = "qwen3-30b-a3b chat for ~200 internal users, office hours only (mon-fri 9-17). monthly cost on aws?"
    first = month(advisor, text)
    assert first.on is not None and first.on.usd == pytest.approx(first.usd.likely * 173.8 / 730, rel=0.01)
    assert card_text(advisor.ask(text)).startswith(f"About ${first.on.usd:,.0f} a month on demand, on for 174 h")


def test_what_it_rests_on_and_nobody_said_is_in_the_line(advisor: Advisor) -> None:
    card = card_text(advisor.ask("what does llama 3.3 70B cost a month for 30 users at once on aws"))
    line = card.split("\n\n")[0].replace("\n", " ")
    assert "in FP8" in line and "1,024 tokens in and 256 out a request" in line
