"""Prices by the token: the very model, at the price of the day, with the version of the list."""

from __future__ import annotations

import sys
from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.fleet import api_prices
from bot.wording.errors import UserError
from bot.wording.words import error
from tests.day import DAY


@pytest.mark.parametrize(
    ("sold", "model", "same"),
    [
        ("meta-llama/Llama-3.3-70B-Instruct", "llama-3.3-70b", True),
        ("llama-3.3-70b-versatile", "llama-3.3-70b", True),
        ("meta-llama/Meta-Llama-3.3-70B-Instruct-Turbo", "llama-3.3-70b", True),
        ("Meta-Llama-3_3-70B-Instruct", "llama-3.3-70b", True),
        ("@cf/meta/llama-3.1-8b-instruct-fp8", "llama-3.1-8b", True),
        ("meta-llama/llama-3.1-70b-instruct", "llama-3.3-70b", False),
        ("deepseek-r1-distill-llama-70b", "llama-3-70b", False),
        ("nvidia/llama-3.1-nemotron-70b-instruct", "llama-3.1-70b", False),
        ("tokyotech-llm/Llama-3.3-Swallow-70B-Instruct-v0.4", "llama-3.3-70b", False),
        ("llama-guard-3-8b", "llama-3-8b", False),
        ("@cf/meta/llama-3.1-8b-instruct-awq", "llama-3.1-8b", False),
        ("llama-3.1-8b-instruct:free", "llama-3.1-8b", False),
    ],
)
def test_only_the_very_model_is_the_same(advisor: Advisor, sold: str, model: str, same: bool) -> None:
    assert api_prices.is_same(sold, model, advisor.facts) is same


def test_an_offer_is_the_sum_of_its_tokens(advisor: Advisor) -> None:
    """1,024 tokens in at $0.59 a million and 256 out at $0.79: $0.00060416 + $0.00020224."""
    found = api_prices.offers(None, ["groq:llama-3.3-70b-versatile"], 1024, 256, advisor.facts, DAY)
    assert [(each.name, each.usd_per_request) for each in found] == [("Groq", pytest.approx(0.0008064))]
    assert (found[0].usd_in, found[0].usd_out) == pytest.approx((0.59, 0.79))


def test_the_price_of_a_day_is_the_one_that_holds_then(advisor: Advisor) -> None:
    """The list has Llama 3.3 70B at OpenRouter at 0.05 and 0.24 at first, and at 0.59 and 0.79 since November 9."""
    name = ["openrouter:meta-llama/llama-3.3-70b-instruct"]
    (late,) = api_prices.offers(None, name, 1000, 1000, advisor.facts, date(2026, 11, 21))
    assert (late.usd_in, late.usd_out, late.since) == (pytest.approx(0.59), pytest.approx(0.79), date(2026, 11, 9))
    (early,) = api_prices.offers(None, name, 1000, 1000, advisor.facts, date(2026, 10, 1))
    assert (early.usd_in, early.since) == (pytest.approx(0.05), None)


def test_of_a_published_model_the_three_cheapest_providers_are_weighed(advisor: Advisor) -> None:
    found = api_prices.offers("llama-3.3-70b", [], 1024, 256, advisor.facts, DAY)
    assert len({each.provider for each in found}) == 3
    assert [each.usd_per_request for each in found] == sorted(each.usd_per_request for each in found)
    assert all(each.usd_per_request > 0 for each in found)


def test_the_source_names_the_version_and_the_newest_change_in_it() -> None:
    source = api_prices.source(DAY)
    assert "genai-prices 0.2.3" in source.title
    assert (source.as_of, source.read) == (date(2026, 11, 9), "indirect")


def test_what_nobody_sells_is_said(advisor: Advisor) -> None:
    with pytest.raises(UserError) as raised:
        api_prices.offers(None, ["groq:nothing"], 10, 10, advisor.facts, DAY)
    assert "groq:nothing is not sold by the token" in error(raised.value)


def test_without_the_list_the_sentence_names_the_extra(advisor: Advisor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)
    with pytest.raises(UserError) as raised:
        api_prices.offers("llama-3.3-70b", [], 10, 10, advisor.facts, DAY)
    assert ".[plan]" in error(raised.value)
