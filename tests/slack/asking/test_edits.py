"""Edited questions are answered again in place; deleted questions keep their answers."""

from __future__ import annotations

from tests.slack.local.records import Message
from tests.slack.rooms import Room


def edit(room: Room, message: Message, text: str) -> None:
    room.slack.core.edit(message, {"text": text}, via="typed")


def test_an_edited_question_changes_its_answer_in_place(room: Room) -> None:
    question = room.ana.dms("Llama 8B fine-tune, 20 runs, PyTorch")
    answer = room.slack.wait_for_message(in_=room.ana, thread=question)
    edit(room, question, "Llama 70B fine-tune, 20 runs, PyTorch")
    room.slack.wait_for(lambda: "· 70B · 20 runs" in answer.said, what="the answer to the edited question")
    room.slack.wait_until_quiet()
    assert len(room.slack.replies(question)) == 1


def test_an_edited_follow_up_builds_on_the_turns_before_it(room: Room) -> None:
    question = room.ana.mentions_bot("Llama 8B fine-tune, 20 runs, PyTorch", in_=room.channel)
    room.slack.wait_for_message(in_=room.channel, thread=question)
    more = room.ben.says("make it 70B", in_=room.channel, thread=question)
    answer = room.slack.wait_for_message(in_=room.channel, thread=question)
    edit(room, more, "make it 300 runs")
    room.slack.wait_for(lambda: "runs from 20 to 300" in answer.said, what="the answer to the edited follow-up")
    assert "· 8B · 300 runs" in answer.said and "70B" not in answer.said.split("Changed:")[1].split(".")[0]
    room.ben.says("on spot", in_=room.channel, thread=question)
    assert "· 300 runs" in room.slack.wait_for_message(in_=room.channel, thread=question).said


def test_an_edit_further_up_leaves_later_answers_unchanged(room: Room) -> None:
    question = room.ana.dms("Llama 8B fine-tune, 20 runs, PyTorch")
    first = room.slack.wait_for_message(in_=room.ana, thread=question)
    room.ana.dms("make it 70B", thread=question)
    second = room.slack.wait_for_message(in_=room.ana, thread=question)
    edit(room, question, "Llama 8B fine-tune, 90 runs, PyTorch")
    room.slack.wait_for(lambda: "· 90 runs" in first.said, what="the answer to the edited question")
    assert not second.before
    room.ana.dms("on spot", thread=question)
    assert "· 70B · 20 runs" in room.slack.wait_for_message(in_=room.ana, thread=question).said


def test_an_edit_that_cannot_be_parsed_keeps_the_answer_and_gets_an_error(room: Room) -> None:
    question = room.ana.dms("Llama 8B fine-tune, 20 runs")
    answer = room.slack.wait_for_message(in_=room.ana, thread=question)
    edit(room, question, "?! !!")
    assert "no words" in room.slack.wait_for_message(in_=room.ana, thread=question).said
    assert not answer.before


def test_a_link_preview_is_not_an_edit(room: Room) -> None:
    question = room.ana.dms("Llama 8B fine-tune, 20 runs")
    answer = room.slack.wait_for_message(in_=room.ana, thread=question)
    edit(room, question, question.text)
    room.slack.wait_until_quiet()
    assert not answer.before


def test_a_deleted_question_keeps_its_answer_and_an_edited_remark_is_ignored(room: Room) -> None:
    question = room.ana.mentions_bot("Llama 8B fine-tune, 20 runs", in_=room.channel)
    answer = room.slack.wait_for_message(in_=room.channel, thread=question)
    chat = room.ben.says("lunch?", in_=room.channel)
    room.slack.core.delete(question)
    edit(room, chat, "Llama 70B fine-tune?")
    room.slack.wait_until_quiet()
    assert not answer.deleted and not answer.before
    assert room.slack.messages(in_=room.channel) == [answer]
