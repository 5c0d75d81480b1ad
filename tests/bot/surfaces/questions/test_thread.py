"""A reply in a thread of ours: a follow-up, unless people talk to each other."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from bot.surfaces.questions.mention import answer_mention
from bot.surfaces.questions.thread import answer_thread, is_for_us
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import ANA, CHANNEL, TEAM, TS, WORKLOAD, RecordingClient, posted_card, question

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
    assert is_for_us(deps, question(text, key="k2", thread_ts=TS)) is is_a_question


def test_a_follow_up_is_answered_in_its_thread(deps: Deps, client: RecordingClient) -> None:
    posted_card(deps, client)
    answer_thread(deps, client, reply("20 runs"), TEAM, BOT)
    assert [card.get("thread_ts") for card in client.called("chat.postMessage")] == [None, TS]


@pytest.mark.parametrize(
    "event",
    [
        reply("<@U2> 20 runs?"),  # said to somebody else
        reply("20 runs", bot_id="B1"),
        reply("20 runs", thread_ts="900.1"),  # a thread of others
        reply("20 runs", thread_ts=None),  # no thread at all
        reply("20 runs", ts=TS),  # the message that began it
    ],
)
def test_what_is_not_for_us_is_left_alone(deps: Deps, client: RecordingClient, event: dict[str, Any]) -> None:
    posted_card(deps, client)
    answer_thread(deps, client, event, TEAM, BOT)
    assert len(client.called("chat.postMessage")) == 1


def test_a_quick_reply_that_overtakes_the_mention_waits_for_it(deps: Deps, client: RecordingClient) -> None:
    """Slack delivers several messages at a time: the mention that begins the thread may be written down after it."""
    first = {"channel": CHANNEL, "user": ANA, "text": WORKLOAD, "ts": "1000.5"}
    quick = threading.Thread(
        target=answer_thread, args=(deps, client, reply("20 runs", thread_ts="1000.5"), TEAM, BOT)
    )
    quick.start()
    quick.join(0.3)
    assert quick.is_alive() and client.called("chat.postMessage") == []
    answer_mention(deps, client, first, TEAM, BOT)
    quick.join(10.0)
    assert [card.get("thread_ts") for card in client.called("chat.postMessage")] == ["1000.5", "1000.5"]


def test_a_follow_up_waits_for_the_question_of_its_thread_that_is_still_in_line(
    deps: Deps, client: RecordingClient
) -> None:
    """Somebody else asks on before the first question was looked at: nothing is known of the thread yet."""
    first = {"channel": CHANNEL, "user": ANA, "text": WORKLOAD, "ts": "1000.5"}
    deps.store.inbox.take("event:Ev1", TEAM, json.dumps({"event": first}))
    asked_on = threading.Thread(
        target=answer_thread, args=(deps, client, reply("20 runs", thread_ts="1000.5"), TEAM, BOT)
    )
    asked_on.start()
    asked_on.join(0.3)
    assert asked_on.is_alive() and client.called("chat.postMessage") == []
    answer_mention(deps, client, first, TEAM, BOT)
    deps.store.inbox.done("event:Ev1")
    asked_on.join(10.0)
    assert not asked_on.is_alive()
    answers = client.called("chat.postMessage")
    assert [card["thread_ts"] for card in answers] == ["1000.5", "1000.5"]
    reading = deps.store.threads.conversation(TEAM, CHANNEL, "1000.5")
    assert reading is not None and reading.question == "20 runs" and "Llama" in str(answers[1])


def test_a_reply_elsewhere_waits_for_nobody(deps: Deps, client: RecordingClient) -> None:
    deps.store.inbox.take("event:Ev1", TEAM, json.dumps({"event": reply("20 runs", thread_ts="900.1")}))
    answer_thread(deps, client, reply("20 runs", thread_ts="900.1"), TEAM, BOT)
    assert client.calls == []
