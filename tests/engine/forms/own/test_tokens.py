"""Tokens a second that were measured: dollars a million, and replies in a time."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.own.tokens import AtMost, PerMillion
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        # 1,100 x 3,600 = 3.96M; 1.861 / 3.96
        ("One g6e.xlarge sustains 1,100 output tok/s. At $1.861/h what is that per million output tokens?", 0.47),
        # 3,400 x 3,600 = 12.24M; 2.90 / 12.24
        ("Eine H100 schafft 3.400 Tokens/s und kostet 2,90 $/h. Was macht das pro Million Tokens?", 0.2369),
    ],
)
def test_dollars_a_million(advisor: Advisor, text: str, usd: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PerMillion)
    assert first.usd == pytest.approx(usd, rel=0.01)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("H100 doing 2,800 output tok/s, replies avg 350 tokens: how many replies a day is that max?", 8 * 86_400),
        ("A100 makes 1,500 tok/s. Summaries have 500 tokens each. How many summaries per hour at most?", 3 * 3_600),
        ("Un L40S hace 900 tokens/s, cada respuesta 300 tokens, ¿cuántas respuestas al día?", 3 * 86_400),
    ],
)
def test_replies_in_a_time(advisor: Advisor, text: str, number: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, AtMost)
    assert first.number == pytest.approx(number)


@pytest.mark.parametrize(
    ("text", "share", "at_share", "api", "even"),
    [
        # 700 x 3,600 = 2.52M an hour; 2.50 / 2.52 = 0.992, a tenth of the time 9.92
        (
            "our 70B does 700 tokens/s on an H100 at $2.50 an hour. what's that per million tokens, and if it is "
            "busy 10% of the time? API costs $0.88",
            0.1,
            9.92,
            0.88,
            1.127,
        ),
        # 3 / 9 = 0.333, which is 56% of 0.60
        (
            "we get 2500 tok/s on an H100 at $3/h, what is that per million? together charges $0.60 per million",
            0.0,
            0.0,
            0.60,
            0.556,
        ),
    ],
)
def test_how_busy_it_is_and_what_an_api_costs(
    advisor: Advisor, text: str, share: float, at_share: float, api: float, even: float
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PerMillion)
    assert (first.share, first.api) == (share, api)
    assert (first.at_share, first.even) == pytest.approx((at_share, even), rel=0.01)
