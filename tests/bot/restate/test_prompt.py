"""What a language model is told can be done, can be done."""

from __future__ import annotations

import re

import pytest

from bot.advice.advisor import Advisor
from bot.restate.prompt import instructions, question
from knowledge.facts import Facts
from knowledge.loading.load import load

TOLD = instructions(load())
UNDERSTOOD, WRITTEN = TOLD.split("Answers are written to these")
LINES = re.findall(r'^- "(.+)"$', UNDERSTOOD, re.M)
FEW = 2  # small words of such a line that no slot takes


@pytest.mark.parametrize("line", LINES)
def test_every_line_it_may_write_is_understood(line: str, advisor: Advisor) -> None:
    answer = advisor.ask(line)
    assert not answer.facts.unsure and answer.form.id not in ("decline", "chat", "ask_back")
    assert len(answer.reading.unread) <= FEW and not any(ch.isdigit() for ch in "".join(answer.reading.unread[1:]))
    assert answer.left_out == () and answer.parts == ()


def test_every_written_answer_is_offered_by_one_of_its_questions(facts: Facts) -> None:
    offered = set(re.findall(r'^- "(.+)"$', WRITTEN, re.M))
    assert offered == {faq.examples[0] for faq in facts.faqs.values() if faq.examples}


def test_a_thread_is_told_before_its_last_text() -> None:
    told = question("and on 2?", ("Can I serve Llama 3.1 70B on 4 L40S?",))
    assert told.index("4 L40S") < told.index("and on 2?")
    assert "Before" not in question("and on 2?", ())


def test_lines_that_missed_it_are_told_behind_it() -> None:
    told = question("why?", (), ("Cheapest H100?",))
    assert told.index("why?") < told.index("Tried") < told.index("Cheapest H100?")
    assert "Tried" not in question("why?", ())
