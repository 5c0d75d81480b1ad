"""The buttons of a card over the wire: sharing, what-ifs, the math, watching, files."""

from __future__ import annotations

import csv
import io
import json
import time

import pytest

from bot.blockkit.length import counted
from knowledge.store.store import Store
from tests.slack.local.records import texts_in
from tests.slack.rooms import MANY_RUNS, Room, ids_in

# ---- private first


def test_sharing_posts_the_card_and_replaces_the_private_one_with_a_link(room: Room) -> None:
    private = room.asks()
    assert room.slack.messages(in_=room.channel) == []
    room.ana.clicks(private, "share")
    card = room.slack.wait_for_message(in_=room.channel)
    assert "Asked by ana" in card.said and card.thread_ts is None
    room.slack.wait_for(lambda: "Shared with the channel" in private.said, what="the link")
    assert ids_in(private) == {"open_shared"}
    assert ids_in(card) == {"choice", "what_if", "refine", "why", "math", "sources", "more", "feedback"}


def test_a_card_is_shared_once_however_often_it_is_clicked(room: Room) -> None:
    private = room.asks()
    first = room.ana.clicks(private, "share")
    room.ana.clicks(private, "share")
    card = room.slack.wait_for_message(in_=room.channel)
    room.slack.redeliver(first)
    room.slack.wait_until_quiet()
    assert room.slack.messages(in_=room.channel) == [card]


def test_the_link_to_the_shared_card_is_acknowledged(room: Room) -> None:
    private = room.asks()
    room.ana.clicks(private, "share")
    room.slack.wait_for(lambda: ids_in(private) == {"open_shared"}, what="the link")
    assert room.ana.clicks(private, "open_shared").is_acked


def test_follow_ups_to_a_shared_card_show_the_difference_first(room: Room) -> None:
    card = room.shares()
    room.ben.says("make it 70B", in_=room.channel, thread=card)
    answer = room.slack.wait_for_message(in_=room.channel, thread=card)
    assert "size from not stated to 70B" in answer.said
    assert answer.said.index("Changed:") < answer.said.index(
        "You did not say" if "You did not" in answer.said else "Why"
    )


def test_a_card_kept_private_no_longer_offers_sharing(room: Room) -> None:
    private = room.asks()
    room.ana.clicks(private, "keep_private")
    room.slack.wait_for(lambda: "share" not in ids_in(private), what="a card without the question")
    assert {"refine", "why", "math", "sources", "more", "feedback"} <= ids_in(private)
    assert room.slack.messages(in_=room.channel) == []


def test_a_price_lookup_can_be_shared_and_voted_on_but_not_refined_or_watched(room: Room) -> None:
    private = room.asks("price of p5.48xlarge in us-east-1")
    assert ids_in(private) == {"share", "keep_private", "why", "sources", "feedback"}
    room.ana.clicks(private, "share")
    assert "p5.48xlarge" in room.slack.wait_for_message(in_=room.channel).said


def test_in_a_direct_message_with_the_bot_the_card_is_posted_at_once(room: Room) -> None:
    room.ana.types("/chipscout Llama 70B fine-tune, 20 runs", in_=room.ana)
    card = room.slack.wait_for_message(in_=room.ana)
    assert card.ephemeral_to is None and "share" not in ids_in(card)
    assert "Asked by" not in card.said and "You asked: Llama 70B fine-tune, 20 runs" in card.said


def test_in_a_channel_with_public_answers_the_card_is_posted_at_once(room: Room) -> None:
    told = room.ben.types("/chipscout settings answers=channel", in_=room.channel).response()
    assert told.ephemeral_to == room.ben.id and "answers everybody in this channel" in told.said
    shown = room.ana.types("/chipscout settings", in_=room.channel).response()
    assert "In this channel /chipscout answers everybody" in shown.said and "does not get a digest" in shown.said
    room.ana.types("/chipscout Llama 70B fine-tune, 20 runs", in_=room.channel)
    card = room.slack.wait_for_message(in_=room.channel)
    assert "Asked by ana" in card.said and "share" not in ids_in(card)
    room.ben.types("/chipscout settings answers=private", in_=room.channel).response()
    assert room.asks().ephemeral_to == room.ana.id and len(room.slack.messages(in_=room.channel)) == 1


def test_if_the_bot_is_not_a_member_sharing_says_how_to_invite_it_and_works_afterwards(room: Room) -> None:
    room.slack.remove_bot(room.channel)
    private = room.asks()
    told = room.ana.clicks(private, "share").response()
    assert told.ephemeral_to == room.ana.id and "/invite @chipscout" in told.said
    room.channel.members.add(room.slack.bot.id)
    room.ana.clicks(private, "share")
    assert room.slack.wait_for_message(in_=room.channel).blocks


# ---- what if


def test_a_what_if_is_answered_in_the_thread_with_the_difference_first(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "what_if_1")
    answer = room.slack.wait_for_message(in_=room.channel, thread=card)
    # 5.6 weeks at $4,000 and 150 runs at $93.91 are $36.5k on trn2; 150 runs at $225 are $33.8k on p5en
    assert "engineer-weeks of the port from not stated to 5.6" in answer.said
    assert "The recommendation changes from Trainium to NVIDIA GPU" in answer.said
    assert "What if 5.6 engineer-weeks of migration?" in answer.said and "Asked by ben" in answer.said


def test_follow_ups_build_on_the_what_if(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "what_if_1")
    room.slack.wait_for_message(in_=room.channel, thread=card)
    room.ana.says("make it 70B", in_=room.channel, thread=card)
    said = room.slack.wait_for_message(in_=room.channel, thread=card).said
    assert "size from 8B to 70B" in said and "5.6 engineer-weeks of migration" in said


def test_a_what_if_is_answered_once_and_a_second_click_gets_a_note(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "what_if_1")
    room.slack.wait_for_message(in_=room.channel, thread=card)
    told = room.ana.clicks(card, "what_if_1").response()
    assert told.ephemeral_to == room.ana.id and "answered in the thread" in told.said
    assert len(room.slack.replies(card)) == 1


def test_a_private_what_if_is_answered_privately(room: Room) -> None:
    private = room.asks(MANY_RUNS)
    answer = room.ana.clicks(private, "what_if_2").response()
    assert answer.ephemeral_to == room.ana.id and "custom kernels" in answer.said
    assert room.slack.messages(in_=room.channel) == []
    room.ana.clicks(answer, "share")
    assert "Changed: custom kernels" in room.slack.wait_for_message(in_=room.channel).said


def test_the_open_question_is_answered_by_its_buttons(room: Room) -> None:
    card = room.shares()
    room.ben.clicks(card, "choice_2", text="size: 70B")
    answer = room.slack.wait_for_message(in_=room.channel, thread=card)
    assert "size from not stated to 70B" in answer.said
    assert "choice" not in ids_in(answer) or "size" not in json.dumps(answer.blocks[-4:])


def test_a_follow_up_posts_what_it_changed_and_the_whole_card_comes_by_a_press(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.says("make it 2 runs", in_=room.channel, thread=card)
    brief = room.slack.wait_for_message(in_=room.channel, thread=card)
    assert "Changed: runs from 150 to 2." in brief.said and "$/h" not in brief.said
    assert counted(brief.blocks) < 0.8 * counted(card.blocks)
    room.ana.clicks(brief, "whole")
    room.slack.wait_for(lambda: "whole" not in ids_in(brief), what="the whole card")
    assert "$/h" in brief.said and len(room.slack.replies(card)) == 1


# ---- why, the math, sources, files, watching


@pytest.mark.parametrize(("action", "told"), [("why", "Why not higher"), ("sources", "independent measurement")])
def test_why_and_sources_open_for_whoever_presses_and_post_nothing(room: Room, action: str, told: str) -> None:
    card = room.shares(MANY_RUNS)
    assert room.ben.clicks(card, action).acked_at_once
    said = "\n".join(texts_in(room.modal_of(room.ben).blocks))
    assert told in said and told not in card.said
    room.slack.wait_until_quiet()
    assert room.slack.modals(room.ana) == [] and room.slack.replies(card) == []


def test_the_math_is_shown_step_by_step_with_its_sources(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    opened = room.ben.clicks(card, "math")
    assert opened.acked_at_once
    shown = json.dumps(room.modal_of(room.ben).body, ensure_ascii=False)
    assert "price per instance" in shown and "[1] " in shown and "trn2.48xlarge" in shown


def test_the_math_is_posted_as_a_file_in_the_thread(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "math")
    room.ben.clicks(room.modal_of(room.ben), "math_file")
    file = room.slack.wait_for_message(in_=room.channel, thread=card)
    assert [each["name"].endswith("-math.txt") for each in file.files] == [True]


def test_the_options_are_posted_as_a_csv_file_in_the_thread(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    told = room.ben.chooses(card, "more", room.chosen(card, "csv")).response()
    assert "is in the thread" in told.said and told.ephemeral_to == room.ben.id
    name = told.said.split()[0]
    content = next(file["content"] for file in room.slack.files if file["name"] == name).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert {"trn2.48xlarge", "p5en.48xlarge"} <= {row["instance"] for row in rows}
    assert all(float(row["usd_per_hour"]) > 0 for row in rows if row["usd_per_hour"])


def test_the_answer_is_exported_as_json(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    name = room.ben.chooses(card, "more", room.chosen(card, "json")).response().said.split()[0]
    body = json.loads(next(file["content"] for file in room.slack.files if file["name"] == name))
    assert body["verdict"]["lean"] == "trainium" and body["trace"]


def test_the_export_of_a_private_answer_goes_to_direct_messages(room: Room) -> None:
    private = room.asks(MANY_RUNS)
    told = room.ana.chooses(private, "more", room.chosen(private, "csv")).response()
    assert "direct messages" in told.said
    root = room.slack.wait_for_message(in_=room.ana)
    assert room.slack.wait_for_message(in_=room.ana, thread=root).files
    assert room.slack.messages(in_=room.channel) == []


def test_where_files_are_not_allowed_the_export_comes_as_text(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.slack.fail_next("files.getUploadURLExternal", error="missing_scope")
    told = room.ben.chooses(card, "more", room.chosen(card, "csv")).response()
    assert told.ephemeral_to == room.ben.id and "id,cloud,instance" in told.said and "more lines" in told.said


def test_watching_is_confirmed_privately_and_toggles_the_menu_entry(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    told = room.ben.chooses(card, "more", room.chosen(card, "watch")).response()
    assert told.ephemeral_to == room.ben.id and "Watching" in told.said
    with Store(room.db, time.time) as store:
        assert [kept.message_ts for kept in store.verdicts.watched() if kept.channel == room.channel.id] == [card.ts]
    told = room.ben.chooses(card, "more", room.chosen(card, "unwatch")).response()
    assert "No longer watched" in told.said and room.chosen(card, "watch")
    assert len(room.slack.messages(in_=room.channel)) == 1
