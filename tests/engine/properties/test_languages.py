"""The same question in another language has the same answer."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.card.card import card

TABLE = tomllib.loads((Path(__file__).parent / "languages.toml").read_text(encoding="utf-8"))
QUESTIONS, THREADS = TABLE["question"], TABLE["thread"]
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


def _answered(advisor: Advisor, text: str) -> tuple[str, dict[str, object], str]:
    """Form, profile and first line; one machine or one card is what "eine" and "une" say as well as "a" does."""
    answer = advisor.ask(text)
    said = {slot: value for slot, value in advisor.parse(text).profile.stated().items() if (slot, value) not in ONE}
    line = UNTOLD.sub("", re.sub(r" ?\[\d+\]", "", str(card(answer).headline)))
    return answer.form.id, said, line


UNTOLD = re.compile(r'^I cannot tell "[^"]*"\. The nearest I have: ')  # it quotes the words of the question
ONE = (("accelerator_count", 1), ("instance_count", 1))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["english"])
def test_a_question_is_answered_alike_in_every_language(advisor: Advisor, question: dict[str, list[str]]) -> None:
    english = _answered(advisor, str(question["english"]))
    told = {text: _answered(advisor, text) for text in question["others"]}
    assert told == dict.fromkeys(told, english)


def _followed(advisor: Advisor, turns: list[str]) -> tuple[str, str, int]:
    """Form and first line of the answer to the last turn, and how many cards it is for."""
    answer = advisor.ask(turns[0])
    for turn in turns[1:]:
        answer = advisor.ask(turn, before=answer.goes_on_from)
    count = answer.goes_on_from.profile.accelerator_count or 0
    return answer.form.id, re.sub(r" ?\[\d+\]", "", str(card(answer).headline)), count


@pytest.mark.parametrize("thread", THREADS, ids=lambda thread: thread["other"][-1])
def test_a_thread_goes_on_alike_in_every_language(advisor: Advisor, thread: dict[str, Any]) -> None:
    english = _followed(advisor, thread["english"])
    assert _followed(advisor, thread["other"]) == english
    assert english[-1] == thread["count"]


@pytest.mark.parametrize(
    "text", ["24小时不间断地部署 Llama 70B", "Llama 70Bを24時間稼働で提供", "Llama 70B 를 24시간 내내 서빙"]
)
def test_around_the_clock_is_continuous(text: str, advisor: Advisor) -> None:
    profile = advisor.parse(text).profile
    assert profile.cadence == "continuous" and profile.run_hours is None
