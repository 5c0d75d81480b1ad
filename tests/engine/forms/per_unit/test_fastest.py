"""The machine that serves the fastest."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.per_unit.fastest import FastestOn


def first_of(advisor: Advisor, text: str) -> FastestOn:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, FastestOn)
    return first


@pytest.mark.parametrize(
    "text",
    [
        "fastest of the stuff on AWS for serving a 405B in fp8?",
        "which is the fastest AWS instance for serving a 405B in fp8?",
        "Fastest machine on AWS to serve Llama 405B in fp8, money is no object",
    ],
)
def test_its_tokens_a_second_come_first_in_the_format_that_was_said(advisor: Advisor, text: str) -> None:
    first = first_of(advisor, text)
    assert first.precision == "fp8" and first.alone is None
    assert first.runner_up is not None and first.runner_up[2] <= first.tokens_per_second
    assert "tokens/s" in card_text(advisor.ask(text)).split(";")[0]


@pytest.mark.parametrize(
    "text",
    [
        "lowest latency option for llama 70b, money no object",
        "lowest ttft for a 70b on aws, one user",
        "which aws instance has the lowest latency for a 70B chatbot?",
    ],
)
def test_of_the_least_wait_one_request_alone_is_told(advisor: Advisor, text: str) -> None:
    """70 GB in FP8 on eight cards of 8 TB/s are read some 900 times a second at most: one gets well under that."""
    first = first_of(advisor, text)
    assert first.alone is not None and 40 < first.alone.tokens_per_second < 400 and first.alone.ttft_ms < 200


def test_who_asks_for_the_cheapest_in_a_hurry_gets_the_cheapest(advisor: Advisor) -> None:
    card = card_text(advisor.ask("need gpu for llama asap whats cheapest"))
    assert card.startswith("Taken as the 8B, as no size was said: To serve Llama 8B: g6.xlarge")
