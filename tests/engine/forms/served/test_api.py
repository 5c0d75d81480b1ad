"""An API against machines of one's own."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.api import ApiBill, ApiBreakEven, ApiUnheld


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("what's the break-even between API (0.60 $/M tokens) and self-hosting Llama 70B?", 0.60),
        (
            "Ab wie vielen Tokens pro Tag lohnt sich eigenes Hosting von Qwen2.5 32B gegenüber einer API "
            "für 0,90 $ pro Mio. Tokens?",
            0.90,
        ),
    ],
)
def test_both_cost_the_same_where_a_day_of_the_machine_is_paid_in_tokens(
    advisor: Advisor, text: str, usd: float
) -> None:
    """Dollars an hour x 24 over the dollars of a token, and no more than the machine serves."""
    said = advisor.ask(text).facts.headline
    assert isinstance(said, ApiBreakEven) and said.verdict == "unknown" and said.api_usd == usd
    assert said.tokens == pytest.approx(said.usd_per_hour * 24 / usd * 1e6)
    assert said.tokens is not None and said.tokens <= said.most


def test_at_a_volume_that_was_said_one_of_them_is_cheaper(advisor: Advisor) -> None:
    """500M tokens a day x 30.4 at $0.20 a million are $3,042 a month; 1M are $6."""
    said = advisor.ask(
        "is self-hosting Llama 3.1 8B cheaper than an API at $0.20 per 1M tokens for 500M tokens a day?"
    ).facts.headline
    assert isinstance(said, ApiBreakEven) and said.api_month == pytest.approx(3042, rel=0.01)
    assert said.verdict == ("own" if said.own_month <= said.api_month else "api") and said.most >= 500e6
    few = advisor.ask(
        "is self-hosting Llama 3.1 8B cheaper than an API at $0.20 per 1M tokens for 1M tokens a day?"
    ).facts.headline
    assert isinstance(few, ApiBreakEven) and few.verdict == "api"


def test_two_prices_are_mixed_as_prompts_and_answers_are(advisor: Advisor) -> None:
    """1,024 tokens in at $2.50 and 256 out at $10 a million: (2.5 x 1,024 + 10 x 256) / 1,280 = $4.00."""
    said = advisor.ask(
        "API at $2.50 per million input tokens and $10 per million output tokens or self-hosting Llama 3.3 70B "
        "at 200M tokens a day?"
    ).facts.headline
    assert isinstance(said, ApiBreakEven) and said.mixed and said.api_usd == pytest.approx(4.0)


@pytest.mark.parametrize(("usd", "verdict"), [("$8k", "own"), ("$200", "api")])
def test_a_bill_is_held_against_the_smallest_machine(advisor: Advisor, usd: str, verdict: str) -> None:
    said = advisor.ask(f"we pay {usd} a month to OpenAI, would a 70B on our own be cheaper?").facts.headline
    assert isinstance(said, ApiBill) and said.verdict == verdict
    assert said.own_month == pytest.approx(said.usd_per_hour * 730)
    assert said.pays == pytest.approx(said.bill / said.own_month)


def test_without_a_price_it_is_told_what_an_api_must_be_below(advisor: Advisor) -> None:
    """On the machine that was named, in the cloud that was: p4d.24xlarge at 1M tokens a day."""
    said = advisor.ask(
        "what's cheaper for llama 3 70b inference at 1M tokens per day: bedrock or p4d?"
    ).facts.headline
    assert isinstance(said, ApiUnheld) and said.instance == "p4d.24xlarge"
    assert said.usd == pytest.approx(said.usd_per_hour * 24)  # dollars a day for one million
    assert said.in_all == pytest.approx(said.usd * 256 / 1280)


@pytest.mark.parametrize(
    "text", ["fine-tune via the OpenAI API or our own 8B LoRA?", "what API does chipscout have?"]
)
def test_other_questions_about_an_api_are_answered_as_before(advisor: Advisor, text: str) -> None:
    assert advisor.ask(text).form.id != "serving"
