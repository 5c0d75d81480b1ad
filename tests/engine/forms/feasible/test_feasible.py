"""Where such a sum stands first."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    "text",
    [
        "price of g5.12xlarge and g6e.12xlarge in us-east-1",
        "Llama 3.1 70B and 405B on 8xH100 nodes: max seq len 131072 is larger than the KV cache. How many?",
    ],
)  # fmt: skip
def test_another_thing_keeps_its_answer(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is None or first.code not in ("each_machine", "cache_refused")
