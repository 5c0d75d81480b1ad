"""What each question of a message asks for, and what an answer tells of it."""

from __future__ import annotations

import pytest

from engine.reading.asking.wanted import Wanted, told, wanted
from tests.engine.reading.test_read import vocabulary

ASKED = {
    "How long does it take to fine-tune 7B?": {"hours"},
    "And how much does that cost?": {"dollars"},
    "How much VRAM is needed for inference?": {"memory"},
    "Did the cards use NVLink in the tests?": {"used"},
    "Does NVLink help?": {"nvlink"},
    "How much memory GPU can run it at least?": {"memory"},
    "Does it need more system memory?": {"host_memory"},
    "How long do we have to wait?": {"wait_for"},
    "Is it normal?": set(),
    "训练要多久？": {"hours"},
    "需要多少显存？": {"memory"},
    "Wie lange dauert das?": {"hours"},
    "сколько времени займет обучение?": {"hours"},
    "combien de temps faut-il ?": {"hours"},
}


@pytest.mark.parametrize("text", ASKED)
def test_a_question_asks_for_what_its_words_say(text: str) -> None:
    kinds = {kind for question in wanted(text, vocabulary()) for kind in question.kinds}
    assert kinds == ASKED[text]


def test_a_question_is_quoted_in_its_own_words_and_once() -> None:
    text = "Training cost?\nI fine-tune 7B. What is the training cost? Does NVLink help?"
    found = wanted(text, vocabulary())
    assert [question.is_first for question in found] == [True, False]
    assert [question.words for question in found] == ["Training cost?", "Does NVLink help?"]
    assert found[1] == Wanted("Does NVLink help?", frozenset({"nvlink"}))


def test_an_answer_tells_what_its_words_say() -> None:
    assert {"hours", "dollars"} <= told("That takes 12 h, about $40 on demand.", vocabulary())
    assert "nvlink" not in told("Full fine-tuning takes 4 x NVIDIA A100.", vocabulary())
