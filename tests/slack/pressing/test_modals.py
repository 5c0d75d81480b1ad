"""The forms of a card: its profile, a benchmark, a reason for a vote; valid and invalid input."""

from __future__ import annotations

import time

import pytest

from engine.workload.profile import SLOTS
from knowledge.store.store import Store
from tests.slack.local.records import TEAM, Message, View
from tests.slack.rooms import MANY_RUNS, Room


def refining(room: Room, card: Message, by: str = "ben") -> View:
    person = {"ana": room.ana, "ben": room.ben}[by]
    room.slack.wait_for(lambda: not room.slack.modals(person), what="no modal")
    room.ana.clicks(card, "refine") if by == "ana" else room.ben.clicks(card, "refine")
    return room.modal_of(person)


def label_of(view: View, slot: str) -> str:
    """The hint of a field."""
    block = next(block for block in view.blocks if block.get("block_id") == slot)
    return str((block.get("hint") or {}).get("text"))


# ---- refine


def test_the_form_has_every_slot_with_its_value_or_assumption_and_the_reason(room: Room) -> None:
    view = refining(room, room.shares())
    fields = [block["block_id"] for block in view.blocks if block["type"] == "input"]
    assert sorted(fields) == sorted((*SLOTS, "ruled_out"))
    assert len(view.blocks) <= 100  # a modal of Slack takes no more
    assert label_of(view, "framework") == "Said: “PyTorch”"
    assert label_of(view, "runs") == "Assumed 52: once a week over the 12-month horizon"
    assert len(view.body["private_metadata"]) == 12


def test_submitting_updates_the_card_in_place_and_says_what_changed(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    view = refining(room, card)
    sent = room.ben.submits(view, {"parameters": "70B", "runs": "20"})
    assert sent.response_action is None and sent.acked_at_once
    room.slack.wait_for(lambda: "Refined by ben" in card.said, what="the refined card")
    assert "size from 8B to 70B, runs from 150 to 20" in card.said
    assert "Asked by ana" in card.said and MANY_RUNS in card.said
    assert room.slack.messages(in_=room.channel) == [card]


def test_follow_ups_build_on_the_refined_profile(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.submits(refining(room, card), {"parameters": "70B"})
    room.slack.wait_for(lambda: "Refined by ben" in card.said, what="the refined card")
    room.ana.says("and 300 runs", in_=room.channel, thread=card)
    said = room.slack.wait_for_message(in_=room.channel, thread=card).said
    assert "runs from 150 to 300" in said and "· 70B ·" in said


def test_a_cleared_slot_is_assumed_again(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.submits(refining(room, card), {"runs": None, "framework": "-"})
    room.slack.wait_for(lambda: "Refined by ben" in card.said, what="the refined card")
    assert "runs from 150 to not stated" in card.said and "framework from PyTorch to not stated" in card.said


def test_each_invalid_field_gets_an_error_and_the_card_is_unchanged(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    before = card.said
    view = refining(room, card)
    sent = room.ben.submits(
        view, {"parameters": "seventy", "runs": "-3", "region": "the moon", "instances": "p5.48xlarge, p99.huge"}
    )
    assert sent.response_action == "errors"
    assert sent.errors == {
        "parameters": "size: seventy is not a number; write 70B, 1.5T, 20k or 123456.",
        "runs": "runs: -3 is not a number above 0.",
        "region": "region: I do not know the moon; write a region as its cloud calls it, such as us-east-1.",
        "instances": (
            "instance types named: I do not know p99.huge; write types such as p5.48xlarge, with commas between."
        ),
    }
    assert card.said == before and view.is_open
    assert (
        room.ben.submits(view, {"parameters": "70B", "runs": "3", "region": "Oregon", "instances": ""}).errors == {}
    )
    room.slack.wait_for(lambda: "region from not stated to us-west-2" in card.said, what="the refined card")


def test_submitting_without_changes_changes_nothing(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    assert room.ben.submits(refining(room, card)).response_action is None
    room.slack.wait_until_quiet()
    assert not card.before


def test_a_private_card_is_refined_in_place(room: Room) -> None:
    private = room.asks(MANY_RUNS)
    room.ana.submits(refining(room, private, by="ana"), {"parameters": "70B"})
    room.slack.wait_for(lambda: "size from 8B to 70B" in private.said, what="the refined card")
    assert room.slack.messages(in_=room.channel) == []
    room.ana.clicks(private, "share")
    assert "size from 8B to 70B" in room.slack.wait_for_message(in_=room.channel).said


def test_after_half_an_hour_a_refined_private_card_is_sent_again_privately(room: Room) -> None:
    private = room.asks(MANY_RUNS)
    view = refining(room, private, by="ana")
    room.slack.advance(31 * 60)
    room.ana.submits(view, {"parameters": "70B"})
    anew = room.slack.wait_for_ephemeral(to=room.ana, in_=room.channel, containing="size from 8B to 70B")
    assert anew is not private
    assert room.slack.messages(in_=room.channel) == []


def test_if_no_ephemeral_message_is_possible_the_card_comes_as_a_direct_message(room: Room) -> None:
    private = room.asks(MANY_RUNS)
    view = refining(room, private, by="ana")
    room.slack.advance(31 * 60)
    room.slack.remove_bot(room.channel)
    room.ana.submits(view, {"parameters": "70B"})
    assert "size from 8B to 70B" in room.slack.wait_for_message(in_=room.ana).said


def test_two_users_refining_one_card_do_not_undo_each_other(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    first, second = refining(room, card), refining(room, card, by="ana")
    room.ben.submits(first, {"parameters": "70B"})
    room.ana.submits(second, {"runs": "20"})
    room.slack.wait_for(lambda: "· 70B ·" in card.said and "· 20 runs ·" in card.said, what="both changes")


# ---- a benchmark


def recording(room: Room, card: Message) -> View:
    room.ben.chooses(card, "more", room.chosen(card, "record"))
    return room.modal_of(room.ben)


def test_a_benchmark_is_recorded_and_used_by_the_card(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    view = recording(room, card)
    sent = room.ben.submits(
        view, {"on": "trn2.48xlarge", "tokens_per_second": "51.2k", "model": "llama-3.1-8b", "note": "Neuron 2.27"}
    )
    assert sent.errors == {}
    told = room.slack.wait_for_message(in_=room.channel, thread=card)
    assert "ben recorded a benchmark" in told.said and "51,200 tokens/s" in told.said
    assert "your own test" in card.said
    with Store(room.db, time.time) as store:
        assert [(row.by, row.note) for row in store.measurements.of_team(TEAM)][-1] == ("ben", "Neuron 2.27")
        for row in store.measurements.of_team(TEAM):
            store.measurements.remove(TEAM, row.id)


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        (
            {"tokens_per_second": "fast"},
            "tokens_per_second",
            "fast is not a number; write 123456, 123,456, 120k or 8B.",
        ),
        ({"on": "trn9.huge"}, "on", "No instance type or chip is called trn9.huge"),
        ({"model": "ours-9000"}, "model", "No published model is called ours-9000"),
        (
            {"measured_on": "2031-01-01"},
            "measured_on",
            "2031-01-01 is in the future; give the day it was measured.",
        ),
        ({"tokens_per_second": "90M"}, "tokens_per_second", "so I recorded nothing"),
        ({"parameters": "70B"}, "parameters", "drop the size or the model."),
        ({"on": "trainium2", "model": "llama-3.1-8b"}, "chips", "Say how many chips of trainium2"),
    ],
)
def test_an_invalid_benchmark_gets_an_error_under_its_field(
    room: Room, typed: dict[str, str], field: str, sentence: str
) -> None:
    view = recording(room, room.shares(MANY_RUNS))
    given = {"on": "trn2.48xlarge", "tokens_per_second": "51.2k", "model": "llama-3.1-8b", "parameters": None}
    errors = room.ben.submits(view, given | typed).errors
    assert list(errors) == [field] and sentence in errors[field] and "--" not in errors[field]
    with Store(room.db, time.time) as store:
        assert store.measurements.of_team(TEAM) == ()


# ---- thumbs


def votes(room: Room) -> list[tuple[str, bool, str | None]]:
    with Store(room.db, time.time) as store:
        made = {kept.id for kept in store.verdicts.recent(TEAM) if kept.channel == room.channel.id}
        return [(vote.user, vote.is_up, vote.reason) for vote in store.votes.since() if vote.verdict in made]


def test_a_vote_is_counted_and_acknowledged_privately(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    told = room.ben.clicks(card, "feedback", value="positive").response()
    assert told.ephemeral_to == room.ben.id and told.said.startswith("Thanks")
    assert votes(room) == [(room.ben.id, True, None)]


def test_a_vote_down_asks_why_and_the_reason_is_stored(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "feedback", value="negative").response()
    room.ben.submits(room.slack.wait_for_view(for_=room.ben), {"reason": "we have no quota for trn2"})
    room.slack.wait_for(lambda: votes(room)[0][2] is not None, what="the reason")
    assert votes(room) == [(room.ben.id, False, "we have no quota for trn2")]


def test_a_vote_can_be_changed_and_counts_once(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "feedback", value="negative").response()
    room.ben.clicks(card, "feedback", value="positive").response()
    room.ana.clicks(card, "feedback", value="positive").response()
    assert sorted(votes(room)) == sorted([(room.ben.id, True, None), (room.ana.id, True, None)])


def test_a_vote_counts_even_if_the_form_can_no_longer_open(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.slack.fail_next("views.open", error="expired_trigger_id")
    assert room.ben.clicks(card, "feedback", value="negative").response().said.startswith("Thanks")
    assert votes(room) == [(room.ben.id, False, None)]
