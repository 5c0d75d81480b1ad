"""*Ask chipscout about this*, in the menu of any message."""

from __future__ import annotations

from typing import Any

import pytest

from bot.blockkit.check import check_view
from bot.slack.post import Message
from bot.surfaces.questions.shortcut import LENGTH, About, answer_form, open_question, question_view
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import ANA, CHANNEL, PRICE, TEAM, RecordingClient, question

ABOUT = About(key="shortcut:T1:t1", channel=CHANNEL, thread_ts="1.1")
URL = "https://hooks.slack.com/1"


def body(text: str) -> dict[str, Any]:
    return {
        "message": {"text": text}, "message_ts": "1.1", "trigger_id": "t1", "channel": {"id": CHANNEL},
        "user": {"id": ANA, "username": "ana"}, "response_url": URL,
    }  # fmt: skip


def test_the_form_holds_the_words_of_the_message(deps: Deps, client: RecordingClient) -> None:
    open_question(deps, client, body("is &lt; 20 runs enough?"), TEAM, "U0BOT")
    (opened,) = client.called("views.open")
    assert "is < 20 runs enough?" in str(opened["view"]["blocks"])
    assert About.model_validate_json(opened["view"]["private_metadata"]) == ABOUT


def test_a_message_longer_than_a_field_is_cut() -> None:
    assert check_view(question_view("x" * LENGTH, ABOUT)) == ()


def test_the_answer_goes_into_the_thread_of_the_message(deps: Deps, client: RecordingClient) -> None:
    answer_form(deps, client, question(PRICE, thread_ts="1.1"), is_for_thread=True, url=URL)
    assert client.called("chat.postMessage")[0]["thread_ts"] == "1.1"


@pytest.mark.parametrize("refused", [True, False])
def test_the_asker_alone_sees_it_by_choice_or_where_we_may_not_post(
    deps: Deps, client: RecordingClient, private: list[Message], refused: bool
) -> None:
    if refused:
        client.refuses["chat.postMessage"] = "not_in_channel"
    answer_form(deps, client, question(PRICE, thread_ts="1.1"), is_for_thread=refused, url=URL)
    assert len(private) == 1
    assert ("/invite" in str(private[0].blocks[0])) is refused
