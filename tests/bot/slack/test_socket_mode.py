"""The Socket Mode client in this process, where its clock can be made to run faster."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from slack_bolt import Ack, App
from slack_sdk import WebClient

from bot.slack import socket_mode
from bot.slack.socket_mode import PromptClient, PromptConnection, client_for
from tests.slack.local.local_slack import LocalSlack

FASTER = 0.25


@pytest.fixture
def client(slack: LocalSlack, monkeypatch: pytest.MonkeyPatch) -> Iterator[PromptClient]:
    monkeypatch.setattr(socket_mode, "PING_SECONDS", FASTER)
    app = App(client=WebClient(slack.env["SLACK_BOT_TOKEN"], base_url=slack.url))

    def acknowledge(ack: Ack) -> None:
        ack()

    app.command("/chipscout")(acknowledge)
    made = client_for(app, slack.env["SLACK_APP_TOKEN"], app.dispatch)
    made.connect()
    slack.wait_for_connections()
    yield made
    made.close()


def stop_reading(slack: LocalSlack) -> None:
    """The other side is there but says nothing any more: pings get no pong."""

    async def stop() -> None:
        for connection in slack.hub.connections:
            assert connection.request.transport is not None
            connection.request.transport.pause_reading()

    asyncio.run_coroutine_threadsafe(stop(), slack.server.loop).result(5)


def test_a_silent_socket_is_given_up_within_a_quarter_of_a_minute() -> None:
    unanswered = 4 * socket_mode.PING_SECONDS + 1.0  # the SDK counts whole seconds
    assert unanswered + socket_mode.PING_SECONDS <= 15.0


def test_a_silent_socket_is_replaced(slack: LocalSlack, client: PromptClient) -> None:
    assert client.is_connected()
    greeted = slack.hub.hellos
    stop_reading(slack)
    slack.wait_for(lambda: slack.hub.hellos > greeted, timeout=5.0, what="a new socket")


def test_refreshes_do_not_delay_acknowledgements(slack: LocalSlack, client: PromptClient) -> None:
    ana = slack.user("ana")
    ml = slack.channel("ml", members=[ana, slack.bot])
    for reason in ("warning", "refresh_requested", "warning", "refresh_requested"):
        slack.disconnect_sockets(reason)
        command = ana.types("/chipscout hello", in_=ml)
        assert command.acked_at_once
    assert client.is_connected()


def test_while_slack_cannot_be_reached_the_attempts_grow_rarer(slack: LocalSlack, client: PromptClient) -> None:
    assert client.is_connected()
    slack.fail_next("apps.connections.open", error="internal_error", times=100)
    before = len(slack.calls("apps.connections.open"))
    slack.cut_sockets()
    until = time.monotonic() + 8.0
    while len(slack.calls("apps.connections.open")) < before + 4 and time.monotonic() < until:
        time.sleep(0.02)
    times = [call.at for call in slack.calls("apps.connections.open")[before:]]
    assert times[3] - times[2] > 1.5 * (times[1] - times[0])
    slack.world.faults.clear()
    slack.wait_for_connections()


def test_closing_twice_after_a_refresh_is_quiet(slack: LocalSlack, client: PromptClient) -> None:
    slack.disconnect_sockets("refresh_requested")
    client.close()
    client.close()
    assert not client.is_connected()


def test_closing_while_a_new_connection_is_being_made_ends(
    slack: LocalSlack, client: PromptClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new connection is up and read from only after `close` has ended the old one; nothing else would end it."""
    connecting, ended, reading = threading.Event(), threading.Event(), threading.Event()
    connect, read, disconnect = PromptConnection.connect, PromptConnection.run_until_completion, client.disconnect

    def slowly(connection: PromptConnection) -> None:
        connect(connection)
        connecting.set()
        ended.wait(10)

    def noted(connection: PromptConnection, state: Any) -> None:
        reading.set()
        read(connection, state)

    def old_first() -> None:
        disconnect()
        if not ended.is_set():
            monkeypatch.setattr(PromptConnection, "run_until_completion", noted)
            ended.set()
            reading.wait(0.5)

    monkeypatch.setattr(PromptConnection, "connect", slowly)
    monkeypatch.setattr(client, "disconnect", old_first)
    slack.disconnect_sockets("refresh_requested")
    assert connecting.wait(10)
    closing = threading.Thread(target=client.close, daemon=True)
    closing.start()
    closing.join(10)
    assert not closing.is_alive() and not client.is_connected()


def test_a_connection_that_two_threads_close_at_once_is_closed_without_an_error(
    slack: LocalSlack, client: PromptClient
) -> None:
    session: Any = client.current_session
    with session.sock_send_lock, ThreadPoolExecutor(2) as pool:
        closing = [pool.submit(session.disconnect) for _ in range(2)]  # each has seen the socket, and waits
        slack.wait_for(lambda: session.sock.is_closing)
        session.sock_send_lock.release()
        try:
            for each in closing:
                each.result(5)
        finally:
            session.sock_send_lock.acquire()
    assert session.sock is None
