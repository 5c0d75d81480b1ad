"""Refusals are one private sentence: missing or foreign verdicts, expired triggers, errors from Slack."""

from __future__ import annotations

import time

from slack_sdk import WebClient

from bot.advice.advisor import Advisor
from bot.advice.audience import MEMBERS
from bot.card.buttons import action_blocks
from knowledge.store.store import Store
from tests.slack.local.records import BOT_TOKEN, Message
from tests.slack.rooms import MANY_RUNS, Room

GONE = "no longer stored"


def with_buttons_of(room: Room, number: str, advisor: Advisor) -> Message:
    """A card in the channel whose buttons name that verdict."""
    blocks = action_blocks(advisor.ask(MANY_RUNS), number, audience=MEMBERS, offers_sharing=False, is_watched=False)
    WebClient(BOT_TOKEN, base_url=room.slack.url).chat_postMessage(
        channel=room.channel.id, text="a card", blocks=blocks
    )
    return room.slack.messages(in_=room.channel)[-1]


def of_another_workspace(room: Room) -> str:
    """A verdict in this channel that belongs to another workspace."""
    held = room.kept(room.shares(MANY_RUNS))
    with Store(room.db, time.time) as store:
        store.verdicts.keep(held.model_copy(update={"id": "foreign00000", "team": "T0OTHER"}))
    return "foreign00000"


def test_buttons_on_another_workspace_s_verdict_do_nothing(room: Room, advisor: Advisor) -> None:
    card = with_buttons_of(room, of_another_workspace(room), advisor)
    told = room.ben.clicks(card, "what_if_1").response()
    assert told.ephemeral_to == room.ben.id and GONE in told.said
    told = room.ben.chooses(card, "more", "foreign00000|watch").response()
    assert GONE in told.said
    with Store(room.db, time.time) as store:
        assert store.verdicts.watched("T0OTHER") == ()


def test_every_button_of_a_deleted_verdict_explains_that_it_is_gone(room: Room, advisor: Advisor) -> None:
    card = with_buttons_of(room, "0123456789ab", advisor)
    clicks = [
        room.ben.clicks(card, "refine"),
        room.ben.clicks(card, "math"),
        room.ben.clicks(card, "what_if_1"),
        room.ben.clicks(card, "feedback", value="positive"),
        room.ben.chooses(card, "more", "0123456789ab|record"),
        room.ben.chooses(card, "more", "0123456789ab|csv"),
    ]
    for click in clicks:
        told = click.response()
        assert GONE in told.said and told.ephemeral_to == room.ben.id and "Traceback" not in told.said
    assert room.slack.modals(room.ben) == [] and len(room.slack.messages(in_=room.channel)) == 1


def test_submitting_a_form_of_a_deleted_verdict_gets_a_direct_message(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "refine")
    view = room.modal_of(room.ben)
    with Store(room.db, time.time) as store, store.file.writing() as db:
        db.execute("DELETE FROM verdicts WHERE message_ts = ?", (card.ts,))
    room.ben.submits(view, {"runs": "20"})
    assert GONE in room.slack.wait_for_message(in_=room.ben).said


def test_button_values_are_not_trusted(room: Room, advisor: Advisor) -> None:
    card = room.shares(MANY_RUNS)
    number = room.kept(card).id
    forged = with_buttons_of(room, number, advisor)
    for rest in ("runs=none", "colour=red", "", "runs"):
        block = next(block for block in forged.blocks if block["type"] == "actions")
        block["elements"][0] |= {"action_id": "what_if_1", "value": f"{number}|{rest}"}
        del block["elements"][1:]
        assert GONE in room.ben.clicks(forged, "what_if_1", block_id=block["block_id"]).response().said
    assert room.slack.replies(card) == []


def test_an_expired_trigger_asks_to_press_again(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.slack.fail_next("views.open", error="expired_trigger_id")
    told = room.ben.clicks(card, "refine").response()
    assert told.ephemeral_to == room.ben.id and "Press the button again" in told.said
    assert room.slack.modals(room.ben) == []


def test_a_modal_changed_meanwhile_is_left_as_it_is(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.slack.fail_next("views.update", error="hash_conflict")
    click = room.ben.clicks(card, "math")
    room.slack.wait_for(
        lambda: [call for call in room.slack.calls("views.update") if call.error == "hash_conflict"],
        what="the conflict",
    )
    assert click.responses == [] and room.slack.modals(room.ben)[0].updates == 0


def test_a_modal_closed_while_loading_is_not_a_failure(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.slack.fail_next("views.update", error="not_found")
    click = room.ben.clicks(card, "refine")
    room.slack.wait_until_quiet()
    assert click.responses == []


def test_a_modal_that_cannot_be_filled_does_not_keep_loading(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.slack.fail_next("views.update", error="invalid_arguments")
    told = room.ben.clicks(card, "math").response()
    assert told.ephemeral_to == room.ben.id
    assert "could not be shown" in str(room.modal_of(room.ben).body)


def test_a_card_that_cannot_be_updated_gets_an_error(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "refine")
    view = room.modal_of(room.ben)
    room.slack.fail_next("chat.update", error="cant_update_message")
    room.ben.submits(view, {"runs": "20"})
    assert "did not let me change" in room.slack.wait_for_message(in_=room.ben).said
    assert not card.before


def test_blocks_refused_in_an_update_are_sent_in_a_simpler_form(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "refine")
    view = room.modal_of(room.ben)
    room.slack.fail_next("chat.update", error="invalid_blocks")
    room.ben.submits(view, {"runs": "20"})
    room.slack.wait_for(lambda: "Refined by ben" in card.said, what="the refined card")
    assert [call.error for call in room.slack.calls("chat.update")][-2:] == ["invalid_blocks", None]


def test_a_what_if_where_the_bot_was_removed_says_how_to_invite_it_and_works_afterwards(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.slack.remove_bot(room.channel)
    assert "/invite @chipscout" in room.ben.clicks(card, "what_if_1").response().said
    room.channel.members.add(room.slack.bot.id)
    room.ben.clicks(card, "what_if_1")
    assert "Changed: engineer-weeks of the port" in room.slack.wait_for_message(in_=room.channel, thread=card).said


def test_a_click_delivered_twice_counts_once(room: Room) -> None:
    private = room.asks(MANY_RUNS)
    click = room.ana.clicks(private, "what_if_1")
    click.response()
    room.slack.redeliver(click)
    room.slack.wait_until_quiet()
    assert len(click.responses) == 1


def test_a_form_delivered_twice_counts_once(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "refine")
    sent = room.ben.submits(room.modal_of(room.ben), {"runs": "20"})
    room.slack.wait_for(lambda: "Refined by ben" in card.said, what="the refined card")
    room.slack.redeliver(sent)
    room.slack.wait_until_quiet()
    assert len(card.before) == 1
