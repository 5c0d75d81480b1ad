"""How fast a machine writes text is told by common models where none was named.

By hand for one RTX 4090 (1,008 GB/s, 24 GiB): Llama 3.1 8B in BF16 reads 16.06 GB a token, 62.8 tokens a second at
the full bandwidth, of which engines reach 0.5 to 0.67: 31 to 42. 32.76B in 16 bits (65.5 GB) and in 8 bits do not
fit.
"""

import pytest

from bot.advice.advisor import Advisor
from engine.forms.joined.yardsticks import YardstickRates


def told(advisor: Advisor, text: str) -> YardstickRates | None:
    first = advisor.ask(text).facts.headline
    return first if isinstance(first, YardstickRates) else None


@pytest.mark.parametrize(
    "text",
    [
        "How many tokens per second can I expect from an RTX 4090 with llama.cpp?",
        "What speed in tokens/s does one 4090 reach in Ollama?",
        "With vLLM on a single RTX 4090, how many tokens a second do I get?",
    ],
)
def test_one_card_is_told_by_models_of_several_sizes(advisor: Advisor, text: str) -> None:
    line = told(advisor, text)
    assert line is not None
    rates = {rate.model: rate for rate in line.rates}
    eight = rates["Llama 3.1 8B"]
    assert eight.alone is not None
    assert (eight.precision, eight.alone.low, eight.alone.high) == (
        "bf16",
        pytest.approx(31.4, rel=0.02),
        pytest.approx(42, rel=0.02),
    )
    assert rates["Qwen2.5 32B"].precision == "int4"
    assert "Llama 3.3 70B" not in rates  # 35 GB in 4 bits


def test_over_several_cards_the_speed_of_one_request_is_not_told(advisor: Advisor) -> None:
    line = told(advisor, "How many requests at once can 8 A100 80GB serve with vLLM?")
    assert line is not None and line.rates
    assert all(rate.alone is None and rate.requests >= 1 for rate in line.rates)


@pytest.mark.parametrize(
    "text",
    [
        "How many tokens per second does Llama 3.1 8B do on a 4090 with vLLM?",  # a model
        "How many images per second does a 4090 do with YOLOv8?",  # other work
        "Why is vLLM slow on my 4090?",  # another question
    ],
)
def test_where_the_work_is_named_it_is_not_told_by_other_models(advisor: Advisor, text: str) -> None:
    assert told(advisor, text) is None
