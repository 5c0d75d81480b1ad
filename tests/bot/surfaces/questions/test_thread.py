"""A reply in a thread of ours: a follow-up, unless people talk to each other."""

from __future__ import annotations

from typing import Any

import pytest

from bot.surfaces.questions.thread import answer_thread, is_for_us
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import ANA, CHANNEL, TEAM, TS, RecordingClient, posted_card

BOT = "U0BOT"


def reply(text: str, **changed: Any) -> dict[str, Any]:
    return {"channel": CHANNEL, "user": ANA, "text": text, "ts": "1001.1", "thread_ts": TS} | changed


@pytest.mark.parametrize(
    ("text", "is_a_question"),
    [
        ("make it 70B", True),
        ("20 runs", True),
        ("what is a NeuronCore?", True),
        ("why?", True),
        ("price of trn2.48xlarge", True),
        ("thanks, great", False),
        ("sounds good to me", False),
        ("👍", False),
        ("let's discuss it on Monday", False),
    ],
)
def test_a_reply_is_ours_where_it_asks_or_changes_something(
    deps: Deps, client: RecordingClient, text: str, is_a_question: bool
) -> None:
    posted_card(deps, client)
    assert is_for_us(deps, TEAM, CHANNEL, TS, text) is is_a_question


def test_a_follow_up_is_answered_in_its_thread(deps: Deps, client: RecordingClient) -> None:
    posted_card(deps, client)
    answer_thread(deps, client, reply("20 runs"), TEAM, BOT)
    assert [card.get("thread_ts") for card in client.called("chat.postMessage")] == [None, TS]


@pytest.mark.parametrize(
    "event",
    [
        reply("<@U2> 20 runs?"),  # said to somebody else
        reply("20 runs", bot_id="B1"),
        reply("20 runs", thread_ts="999.1"),  # a thread of others
        reply("20 runs", thread_ts=None),  # no thread at all
        reply("20 runs", ts=TS),  # the message that began it
    ],
)
def test_what_is_not_for_us_is_left_alone(deps: Deps, client: RecordingClient, event: dict[str, Any]) -> None:
    posted_card(deps, client)
    answer_thread(deps, client, event, TEAM, BOT)
    assert len(client.called("chat.postMessage")) == 1
