"""What is said first where the sentence that asks was mostly not understood."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.unsure.unplaced import Unplaced

PLAIN = "How much GPU memory does a LoRA fine-tune of Llama 3.1 8B take?"
ODD = "Would the landlord's melancholy orchestra tunelessly gobble dumplings beneath stubborn umbrellas"


def test_it_stands_before_the_answer_with_the_words_as_they_were_written(advisor: Advisor) -> None:
    answer = advisor.ask(f"{ODD} while a LoRA fine-tune of Llama 3.1 8B takes how much GPU memory?")
    first = answer.facts.headline
    assert isinstance(first, Unplaced) and "landlord" in " ".join(first.stretches)
    assert card_text(answer).startswith("I did not understand")
    assert answer.facts.sentences[0] == advisor.ask(PLAIN).facts.headline


def test_what_a_whole_sentence_asks_is_understood_whatever_words_stand_between(advisor: Advisor) -> None:
    odd = "pray tell me before grandmother's melancholy orchestra gobbles yesterday's dumplings"
    text = f"How heavy, {odd}, is an H100 server?"
    answer = advisor.ask(text)
    assert len(" ".join(answer.reading.unread_asked).split()) >= 7
    assert card_text(answer).startswith("I hold nothing on how heavy")


@pytest.mark.parametrize("text", [PLAIN, f"{PLAIN} My colleague is curious.", "hello", "What is a Capacity Block?"])
def test_a_question_that_was_understood_begins_with_its_answer(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, Unplaced)


def test_a_turn_of_a_thread_says_it_in_its_own_way(advisor: Advisor) -> None:
    before = advisor.ask(PLAIN)
    assert not isinstance(advisor.ask(ODD, before=before.goes_on_from).facts.headline, Unplaced)


def test_a_script_without_blanks_is_counted_too(advisor: Advisor) -> None:
    odd = "隔壁老王的风筝昨天飞到屋顶上面去了邻居都笑得合不拢嘴谁也不肯帮忙"
    assert isinstance(advisor.ask(f"{odd}训练 Llama 8B LoRA 需要多少显存？").facts.headline, Unplaced)


@pytest.mark.parametrize(
    "text",
    [
        "为什么4090比A100快很多呢 一直以为A100比4090快很多所以没尝试过4090 "
        "直到有一次试过后发现速度竟然快了2倍多 没有用混合精度训练",
        "请问单卡16G显存的4060Ti能训练吗？ money有限，但是也想从头训练大语言模型，"
        "了解一下从分词到最后测试的这么一个过程。请问大佬有没有什么建议",
    ],
)
def test_a_long_story_in_another_language_begins_with_what_was_read(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts
    assert told.headline is not None and not isinstance(told.headline, Unplaced)
    assert any(isinstance(line, Unplaced) for line in told.sentences)
