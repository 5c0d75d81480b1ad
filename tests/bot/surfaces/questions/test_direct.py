"""A direct message: every one is a question."""

from __future__ import annotations

from typing import Any

import pytest

from bot.surfaces.questions.direct import answer_direct, is_direct
from bot.surfaces.shared.deps import Deps
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import ANA, PRICE, TEAM, RecordingClient

BOT = "U0BOT"


def message(text: str, **changed: Any) -> dict[str, Any]:
    return {"channel": "D1", "channel_type": "im", "user": ANA, "text": text, "ts": "1.1"} | changed


def test_the_answer_stands_in_the_thread_of_the_message(deps: Deps, client: RecordingClient) -> None:
    answer_direct(deps, client, message(PRICE), TEAM, BOT)
    (card,) = client.called("chat.postMessage")
    assert (card["channel"], card["thread_ts"]) == ("D1", "1.1")


def test_a_reply_goes_on_in_its_thread(deps: Deps, client: RecordingClient) -> None:
    answer_direct(deps, client, message(PRICE), TEAM, BOT)
    answer_direct(deps, client, message("and in us-west-2?", ts="1.2", thread_ts="1.1"), TEAM, BOT)
    assert [card["thread_ts"] for card in client.called("chat.postMessage")] == ["1.1", "1.1"]


def test_help_is_shown_there(deps: Deps, client: RecordingClient) -> None:
    answer_direct(deps, client, message("help"), TEAM, BOT)
    assert client.called("chat.postMessage")[0]["channel"] == "D1"
    assert deps.store.threads.conversation(TEAM, "D1", "1.1") is None


def test_a_file_that_cannot_be_fetched_is_one_sentence(deps: Deps, client: RecordingClient) -> None:
    with pytest.raises(UserError) as refused:
        answer_direct(deps, client, message("", files=[{"name": "a.yml"}]), TEAM, BOT)
    assert refused.value.code == "file_elsewhere"
    assert {call.method for call in client.calls} == {"auth.test", "users.info"}  # nothing posted


def test_words_with_a_picture_are_answered_as_words(deps: Deps, client: RecordingClient) -> None:
    answer_direct(deps, client, message(PRICE, files=[{"name": "a.png", "mimetype": "image/png"}]), TEAM, BOT)
    assert len(client.called("chat.postMessage")) == 1


@pytest.mark.parametrize("event", [message(PRICE, bot_id="B1"), message(PRICE, subtype="channel_join")])
def test_other_bots_and_joins_are_left_alone(deps: Deps, client: RecordingClient, event: dict[str, Any]) -> None:
    answer_direct(deps, client, event, TEAM, BOT)
    assert client.calls == []


def test_only_direct_messages_are_taken() -> None:
    assert is_direct({"channel_type": "im"})
    assert not is_direct({"channel_type": "channel"})
