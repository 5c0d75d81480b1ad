"""`@chipscout TEXT` in a channel."""

from __future__ import annotations

from typing import Any

from bot.surfaces.questions.mention import answer_mention
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import ANA, CHANNEL, PRICE, TEAM, RecordingClient

BOT = "U0BOT"


def mention(text: str, **changed: Any) -> dict[str, Any]:
    return {"channel": CHANNEL, "user": ANA, "text": f"<@{BOT}> {text}", "ts": "1.1"} | changed


def is_ours(deps: Deps, thread_ts: str) -> bool:
    thread = deps.store.threads.conversation(TEAM, CHANNEL, thread_ts)
    assert thread is not None
    return thread.is_ours


def test_a_mention_starts_a_thread_of_ours(deps: Deps, client: RecordingClient) -> None:
    answer_mention(deps, client, mention(PRICE), TEAM, BOT)
    assert client.called("chat.postMessage")[0]["thread_ts"] == "1.1"
    assert is_ours(deps, "1.1")


def test_a_mention_in_a_thread_of_others_does_not_make_it_ours(deps: Deps, client: RecordingClient) -> None:
    answer_mention(deps, client, mention(PRICE, ts="1.2", thread_ts="1.1"), TEAM, BOT)
    assert client.called("chat.postMessage")[0]["thread_ts"] == "1.1"
    assert not is_ours(deps, "1.1")


def test_a_bare_mention_shows_help_to_whoever_typed_it(deps: Deps, client: RecordingClient) -> None:
    answer_mention(deps, client, mention(""), TEAM, BOT)
    assert client.called("chat.postEphemeral")[0]["user"] == ANA
    assert client.called("chat.postMessage") == []


def test_another_bot_is_not_answered(deps: Deps, client: RecordingClient) -> None:
    answer_mention(deps, client, mention(PRICE, bot_id="B1"), TEAM, BOT)
    assert client.calls == []
