"""A turn answers its own question, of the work, the model and the cards of its thread."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.advice.answer import Answer
from bot.card.as_text import card_text
from engine.workload.profile import Reading

TABLE = Path(__file__).parent / "threads.toml"
THREADS = tomllib.loads(TABLE.read_text(encoding="utf-8"))["thread"]
CITES = re.compile(r"\s*\[\d+\]")


def asked(advisor: Advisor, *turns: str) -> Answer:
    before: Reading | None = None
    for turn in turns:
        answer = advisor.ask(turn, before=before)
        before = answer.goes_on_from
    return answer


@pytest.mark.parametrize("thread", THREADS, ids=lambda thread: thread["last"][0])
def test_the_last_turn_is_answered(advisor: Advisor, thread: dict[str, Any]) -> None:
    for last in thread["last"]:
        answer = asked(advisor, *thread["turns"], last)
        first = answer.facts.headline
        begins = " ".join(CITES.sub("", card_text(answer).split("\n\n")[0]).split())[:400]
        assert answer.form.id == thread["form"], (last, begins)
        assert thread.get("first") in (None, first and first.code), (last, begins)
        assert thread.get("says", "") in begins, last
        assert "never" not in thread or thread["never"] not in begins, (last, begins)
