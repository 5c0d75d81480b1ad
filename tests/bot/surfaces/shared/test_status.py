"""A word under the thread while an answer takes long."""

from __future__ import annotations

from threading import Event

import pytest

from bot.surfaces.shared import status
from bot.surfaces.shared.status import working
from tests.bot.surfaces.recording import CHANNEL, RecordingClient

METHOD = "assistant.threads.setStatus"


def test_a_quick_answer_shows_none(client: RecordingClient) -> None:
    with working(client, CHANNEL, "1.1"):
        pass
    assert client.calls == []


def test_a_long_one_shows_it_and_takes_it_back(client: RecordingClient, monkeypatch: pytest.MonkeyPatch) -> None:
    is_shown = Event()
    monkeypatch.setattr(status, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(client, "assistant_threads_setStatus", _noting(client, is_shown))
    with working(client, CHANNEL, "1.1"):
        assert is_shown.wait(5.0)
    first, last = client.called(METHOD)
    assert first["status"] and not last["status"]


def test_a_status_that_slack_does_not_take_is_no_error(
    client: RecordingClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_shown = Event()
    client.refuses[METHOD] = "missing_scope"
    monkeypatch.setattr(status, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(client, "assistant_threads_setStatus", _noting(client, is_shown))
    with working(client, CHANNEL, "1.1"):
        assert is_shown.wait(5.0)
    assert len(client.called(METHOD)) == 2


def test_outside_a_thread_there_is_no_place_for_one(client: RecordingClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "PATIENCE_SECONDS", 0.0)
    with working(client, CHANNEL, None):
        pass
    assert client.calls == []


def _noting(client: RecordingClient, is_shown: Event) -> object:
    def call(**args: object) -> None:
        is_shown.set()
        client.api_call(METHOD, json=args)

    return call
