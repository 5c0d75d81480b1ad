"""What a person is told when a question could not be answered."""

from __future__ import annotations

import logging

import pytest

from bot.observe.trace import trace_of
from bot.slack.post import Message
from bot.surfaces.failure import Apologies, handle
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import ANA, CHANNEL, RecordingClient

MENTION = {"event_id": "Ev1", "event": {"channel": CHANNEL, "user": ANA, "ts": "1.1"}}
DIRECT = {"event": {"channel": "D1", "channel_type": "im", "user": ANA, "ts": "1.1"}}


def test_in_a_channel_the_asker_alone_is_told(client: RecordingClient) -> None:
    handle(UserError("empty"), MENTION, client)
    (told,) = client.called("chat.postEphemeral")
    assert (told["channel"], told["user"]) == (CHANNEL, ANA)


def test_in_a_direct_message_the_answer_stays_there(client: RecordingClient) -> None:
    handle(UserError("empty"), DIRECT, client)
    (told,) = client.called("chat.postMessage")
    assert (told["channel"], told["thread_ts"]) == ("D1", "1.1")


def test_a_command_is_answered_through_its_own_address(client: RecordingClient, private: list[Message]) -> None:
    handle(UserError("empty"), {"response_url": "https://hooks.slack.com/1"}, client)
    assert len(private) == 1
    assert client.calls == []


def test_a_fault_of_ours_shows_a_number_that_stands_in_the_log(
    client: RecordingClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        handle(ZeroDivisionError("division by zero"), MENTION, client)
    (told,) = client.called("chat.postEphemeral")
    number = trace_of(MENTION).id
    assert caplog.records[0].getMessage().startswith(f"{number}: ")
    assert number in told["text"]
    assert "division" not in told["text"]


def test_a_slack_that_refuses_even_this_is_only_noted(client: RecordingClient) -> None:
    client.refuses |= {"chat.postEphemeral": "channel_not_found", "chat.postMessage": "channel_not_found"}
    handle(UserError("empty"), MENTION, client)
    assert [call.method for call in client.calls] == ["chat.postEphemeral", "chat.postMessage"]


def test_who_gets_no_answer_after_several_tries_is_told_the_number(client: RecordingClient) -> None:
    body = {"team_id": "T1", **MENTION}
    Apologies(lambda team: client if team == "T1" else None)(body, "given_up")
    (told,) = client.called("chat.postEphemeral")
    assert trace_of(body).id in told["text"]
