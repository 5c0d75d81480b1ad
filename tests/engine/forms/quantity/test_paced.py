"""Tokens a second in all at a pace of each, and dollars a million."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.paced import PacedRate
from knowledge.units import SECONDS_PER_HOUR

TEXT = "Qwen3-235B-A22B FP8 on 8xH200, 2k in / 500 out, at least {} tok/s per user: what's the $/Mtok on demand?"


def rate(advisor: Advisor, question: str) -> PacedRate:
    answer = advisor.ask(question)
    assert isinstance(answer.facts.headline, PacedRate), question
    assert card_text(answer)
    return answer.facts.headline


def test_all_is_the_users_times_the_pace_and_dollars_follow(advisor: Advisor) -> None:
    found = rate(advisor, TEXT.format(20))
    assert found.tokens_s.likely == found.users.likely * 20 and found.dollars
    way = found.ways[0]
    assert way.way == "on_demand"
    assert way.per_million == pytest.approx(way.usd / (found.tokens_s.likely * SECONDS_PER_HOUR) * 1e6)
    assert way.low < way.per_million < way.high


def test_a_faster_pace_serves_fewer_and_costs_more(advisor: Advisor) -> None:
    slow, fast = rate(advisor, TEXT.format(15)), rate(advisor, TEXT.format(25))
    assert slow.users.likely > fast.users.likely
    assert slow.ways[0].per_million < fast.ways[0].per_million


def test_every_way_to_buy_that_is_named_has_a_price_or_is_said_to_have_none(advisor: Advisor) -> None:
    found = rate(advisor, TEXT.format(20).replace("on demand", "on demand, 1-year or 3-year"))
    assert {way.way for way in found.ways} | set(found.unheld) == {"on_demand", "reserved_1yr", "reserved_3yr"}


def test_two_questions_that_one_sum_tells_have_one_answer(advisor: Advisor) -> None:
    text = "Qwen3-32B FP8 on 2 H100, 20 tok/s/user. What aggregate output tok/s is realistic, and what's $/Mtok?"
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, PacedRate) and not answer.parts and not answer.left_out


@pytest.mark.parametrize(
    "each", ["20 tok/s par utilisateur", "20 tok/s pro Nutzer", "사용자당 20 tok/s", "20 tok/s per user"]
)
def test_the_pace_is_read_in_other_languages(each: str, advisor: Advisor) -> None:
    assert rate(advisor, f"Qwen3-32B FP8, 2 H100, {each}: what aggregate output tok/s?").pace == 20
