"""What the app never sends and never requests."""

from __future__ import annotations

from tests.slack.local.app_manifest import app_manifest
from tests.slack.rooms import MANY_RUNS, Room


def test_replies_are_never_broadcast_to_the_channel(room: Room) -> None:
    card = room.shares(MANY_RUNS)
    room.ben.clicks(card, "what_if_1")
    room.slack.wait_for_message(in_=room.channel, thread=card)
    room.ana.says("make it 70B", in_=room.channel, thread=card)
    room.slack.wait_for_message(in_=room.channel, thread=card)
    asked = room.ben.mentions_bot("Llama 70B fine-tune, 20 runs", in_=room.channel)
    room.slack.wait_for_message(in_=room.channel, thread=asked)
    posted = [call.args for call in room.slack.calls("chat.postMessage") if call.args["channel"] == room.channel.id]
    assert len(posted) == 4 and not any(each.get("reply_broadcast") for each in posted)


def test_the_manifest_claims_no_domains_and_no_link_events() -> None:
    manifest = app_manifest()
    assert "unfurl_domains" not in manifest["features"]
    assert "link_shared" not in manifest["settings"]["event_subscriptions"]["bot_events"]
    assert not [scope for scope in manifest["oauth_config"]["scopes"]["bot"] if scope.startswith("links:")]
