"""*Ask chipscout about this*, from the menu of a message."""

from __future__ import annotations

import json
import time

import pytest

from knowledge.store.store import Store
from tests.day import FOUNDING
from tests.slack.local.handles import Click
from tests.slack.local.records import Message, View
from tests.slack.rooms import Room, ids_in


def spoken(room: Room, words: str = f"we plan a {FOUNDING}") -> Message:
    """A message from ben to somebody else."""
    return room.ben.says(words, in_=room.channel)


def asking(room: Room, message: Message) -> View:
    """The form that ana opens on it."""
    room.ana.uses_message_shortcut("ask_about", on=message)
    return room.slack.wait_for_view(for_=room.ana, callback_id="ask_form")


def filled(view: View) -> str:
    return str(next(block for block in view.blocks if block["block_id"] == "question")["element"]["initial_value"])


def test_the_form_opens_at_once_with_the_text_of_the_message(room: Room) -> None:
    pressed: Click = room.ana.uses_message_shortcut(
        "ask_about", on=spoken(room, "LoRA on a 7B & 20 runs, see https://example.com")
    )
    view = room.slack.wait_for_view(for_=room.ana)
    assert pressed.acked_at_once
    assert filled(view) == "LoRA on a 7B & 20 runs, see https://example.com"


def test_by_default_only_the_asker_sees_the_answer(room: Room) -> None:
    room.ana.submits(asking(room, spoken(room)), {})
    answer = room.slack.wait_for_ephemeral(to=room.ana, in_=room.channel)
    assert {"share", "keep_private", "refine"} <= ids_in(answer) and room.slack.messages(in_=room.channel) == []
    room.ana.clicks(answer, "share")
    assert "Asked by ana" in room.slack.wait_for_message(in_=room.channel).said


def test_an_answer_in_the_thread_names_the_asker(room: Room) -> None:
    message = spoken(room)
    room.ana.submits(asking(room, message), {"where": "thread"})
    card = room.slack.wait_for_message(in_=room.channel, thread=message)
    assert "Asked by ana: we plan a repeated Llama" in card.said and "share" not in ids_in(card)
    room.ben.says("thanks, let us talk about lunch", in_=room.channel, thread=message)
    room.slack.wait_until_quiet()
    assert len(room.slack.replies(message)) == 1, "the thread is theirs"


def test_on_a_reply_the_answer_goes_into_its_thread(room: Room) -> None:
    root = spoken(room, "capacity?")
    reply = room.ben.says(FOUNDING, in_=room.channel, thread=root)
    room.ana.submits(asking(room, reply), {"where": "thread"})
    assert room.slack.wait_for_message(in_=room.channel, thread=root).thread_ts == root.ts


def test_the_text_can_be_changed_before_asking(room: Room) -> None:
    room.ana.submits(asking(room, spoken(room, "hm")), {"question": "Llama 70B fine-tune, 20 runs"})
    assert "70B" in room.slack.wait_for_ephemeral(to=room.ana, in_=room.channel).said


def test_if_the_bot_is_not_a_member_the_answer_is_private_with_the_reason(room: Room) -> None:
    message = spoken(room)
    view = asking(room, message)
    room.slack.remove_bot(room.channel)
    room.ana.submits(view, {"where": "thread"})
    answer = room.slack.wait_for_ephemeral(to=room.ana, in_=room.channel)
    assert "/invite @chipscout" in answer.said and answer.blocks


@pytest.mark.parametrize(("words", "sentence"), [("...", "no words to read"), ("!?", "no words to read")])
def test_a_text_that_cannot_be_parsed_is_an_error_under_the_field(room: Room, words: str, sentence: str) -> None:
    errors = room.ana.submits(asking(room, spoken(room)), {"question": words}).errors
    assert sentence in errors["question"]


def test_a_message_without_text_opens_an_empty_form(room: Room) -> None:
    view = asking(room, spoken(room, ""))
    assert "initial_value" not in json.dumps(view.blocks[0])


def test_a_form_sent_twice_is_answered_once(room: Room) -> None:
    message = spoken(room)
    sent = room.ana.submits(asking(room, message), {"where": "thread"})
    room.slack.wait_for_message(in_=room.channel, thread=message)
    room.slack.redeliver(sent)
    room.slack.wait_until_quiet()
    assert len(room.slack.replies(message)) == 1


def test_a_form_opened_too_late_says_so(room: Room) -> None:
    room.slack.fail_next("views.open", error="expired_trigger_id")
    told = room.ana.uses_message_shortcut("ask_about", on=spoken(room)).response()
    assert told.ephemeral_to == room.ana.id and "Press the button again" in told.said


def test_the_answer_is_stored_for_its_buttons(room: Room) -> None:
    message = spoken(room)
    room.ana.submits(asking(room, message), {"where": "thread"})
    kept = room.kept(room.slack.wait_for_message(in_=room.channel, thread=message))
    assert kept.user == room.ana.id and kept.thread_ts == message.ts
    with Store(room.db, time.time) as store:
        thread = store.threads.conversation(kept.team, room.channel.id, message.ts)
        assert thread is not None and not thread.is_ours
