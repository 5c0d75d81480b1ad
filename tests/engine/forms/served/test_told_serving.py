"""What a text tells of serving beside its traffic."""

from __future__ import annotations

import pytest

from engine.forms.served.told_serving import told_adapters, told_api_prices, told_copies, told_pace, told_slice


@pytest.mark.parametrize(
    ("text", "copies"),
    [
        ("can I split an H100 with MIG to serve seven 8B models?", 7),
        ("two 7B models on one A100 with MIG", 2),
        ("3 Llama 3.1 8B models on one H100", 3),
        ("three copies of Llama 8B on an H100", 3),
        ("zwei 7B-Modelle auf einer A100", 2),
        ("一张 A100 上部署两个7B模型", 2),
        ("2 A100 to serve 7B models", None),
        ("serve a 7B model on 4 GPUs", None),
        ("8 H100 for 70B models", None),
    ],
)
def test_copies_of_a_model_are_no_cards(text: str, copies: int | None) -> None:
    assert told_copies(text) == copies


@pytest.mark.parametrize(
    ("text", "adapters"),
    [
        ("multi-LoRA with 50 adapters on one L40S", 50),
        ("serve 200 LoRA adapters of a 7B on one A10G", 200),
        ("1,000 different LoRAs on an H100", 1000),
        ("在一张 L40S 上跑 30 个 LoRA", 30),
        ("LoRA of a 7B on one A10G", None),
    ],
)
def test_adapters_are_counted(text: str, adapters: int | None) -> None:
    assert told_adapters(text) == adapters


def test_a_profile_is_read_as_it_is_written() -> None:
    found = told_slice("MIG 3g.40gb for a 13B")
    assert found is not None and (found.compute, found.gb, found.name) == (3, 40, "3g.40gb")
    assert told_slice("3G of memory") is None


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        ("API (0.60 $/M tokens)", [(0.60, "")]),
        ("$2.50 per million input tokens and $10 per million output tokens", [(2.5, "in"), (10, "out")]),
        ("$0.0006 per 1k tokens", [(0.6, "")]),
        ("60 cents per million tokens", [(0.6, "")]),
        ("0,60 $ pro Mio. Tokens", [(0.6, "")]),
        ("cost per one million output tokens of a self-hosted 8B? We pay an API vendor $0.20", [(0.2, "out")]),
        ("per million tokens: our provider charges us $0.90, is a 70B of our own cheaper?", [(0.9, "")]),
        ("what does a million tokens cost? We pay the API $8k a month", []),
        ("$8k a month to OpenAI", []),
        ("$3 an hour", []),
        ("we pay $294/month", []),
    ],
)
def test_prices_of_tokens_are_those_of_a_million(text: str, prices: list[tuple[float, str]]) -> None:
    assert [(price.usd, price.of) for price in told_api_prices(text)] == [
        (pytest.approx(usd), of) for usd, of in prices
    ]


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("how many users at 15 tok/s each", 15),
        ("20 tokens/s per user", 20),
        ("every user gets at least 30 tok/s", 30),
        ("at TPOT 50 ms", 20),
        ("with 40 ms per output token", 25),
        ("20 Token pro Sekunde pro Nutzer", 20),
        ("we get 2,400 tokens/s in all", None),
        ("the first token after 300 ms", None),
        ("700 tokens/s per GPU", None),
    ],
)
def test_a_pace_is_that_of_each_user(text: str, pace: float | None) -> None:
    assert told_pace(text) == pace
