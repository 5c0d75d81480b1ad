"""The same question in another language has the same answer."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text

TRAINED = (
    "How much does it cost to train on 8 H100 for 24 hours?",
    "在 8 张 H100 上训练24小时要花费多少美元？",
    "8枚のH100で24時間学習するといくらですか？",
    "H100 8장으로 24시간 학습하면 비용이 얼마인가요?",
)


def test_hours_of_a_run_are_its_hours_in_every_language(advisor: Advisor) -> None:
    """8 x 24 h x $6.88 = $1,321."""
    first = {card_text(advisor.ask(text)).split("\n\n")[0] for text in TRAINED}
    assert len(first) == 1 and "192 chip-hours: about $1,320" in first.pop()


@pytest.mark.parametrize(
    "text", ["24小时不间断地部署 Llama 70B", "Llama 70Bを24時間稼働で提供", "Llama 70B 를 24시간 내내 서빙"]
)
def test_around_the_clock_is_continuous(text: str, advisor: Advisor) -> None:
    profile = advisor.parse(text).profile
    assert profile.cadence == "continuous" and profile.run_hours is None
