"""Slack's Socket Mode client, made to notice a lost socket and to close an old one at once.

The SDK's own client (3.47) reads a closed socket as silence: after a FIN from the other side it spins for up to
a minute. When Slack asks for a fresh connection, the new one is not read until a read on the old one has timed
out, up to three seconds: Slack's whole patience for an acknowledgement. Closing can fail on a socket that another
thread has just closed. Each is fixed here; handling messages is left to the SDK and Bolt.
"""

from __future__ import annotations

import errno
import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any

from slack_bolt import App
from slack_bolt.adapter.socket_mode.internals import build_headers, send_response
from slack_bolt.request import BoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackClientNotConnectedError
from slack_sdk.socket_mode.builtin import SocketModeClient
from slack_sdk.socket_mode.builtin.connection import Connection, ConnectionState
from slack_sdk.socket_mode.client import BaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

log = logging.getLogger(__name__)

# A socket that dies without a word is given up when no pong has come for more than four intervals, 11 to 13 s;
# a closed one is known at once and replaced at the next interval. With Bolt's 10 s: up to a minute, and 10 s.
PING_SECONDS = 2.5
LONGEST_PAUSE_SECONDS = 30.0  # between attempts while Slack cannot be reached
DISPATCHERS = 10  # threads that hand envelopes to Bolt; they wait for nobody, the answering is done elsewhere


class _Wire:
    """A socket on which the end of the stream is an error, not an empty message."""

    def __init__(self, wire: Any) -> None:
        self._wire, self.is_closing = wire, False

    def recv(self, size: int) -> bytes:
        received: bytes = self._wire.recv(size)
        if not received:
            known = (
                errno.EBADF if self.is_closing else errno.ECONNRESET
            )  # EBADF: how the SDK recognizes that we closed it
            raise OSError(known, "the connection was closed")
        return received

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wire, name)


class PromptConnection(Connection):
    """One WebSocket; acknowledgements leave at once, and so does the reader when the connection is closed."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._closing = Lock()

    def connect(self) -> None:
        super().connect()
        wire: Any = self.sock
        if wire is not None:
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.sock = _Wire(wire)  # type: ignore[assignment]  # stands in for the socket it holds

    def disconnect(self) -> None:
        wire: Any = self.sock
        if isinstance(wire, _Wire):
            wire.is_closing = True
            with suppress(OSError):
                wire.shutdown(socket.SHUT_RDWR)  # wakes the reader, which holds the lock that closing needs
        with self._closing:  # of two threads at once the second finds no socket any more, and the SDK looks for that
            super().disconnect()


class PromptClient(SocketModeClient):
    """Reconnects immediately when Slack asks for it, and with growing pauses when Slack cannot be reached."""

    _failures, _not_before = 0, 0.0

    def connect(self) -> None:
        """As the SDK's, with our own connections: the new one is up before the old one is closed."""
        old, old_state = self.current_session, self.current_session_state
        if self.wss_uri is None:
            self.wss_uri = self.issue_new_wss_url()
        fresh = PromptConnection(
            url=self.wss_uri,
            logger=self.logger,
            ping_interval=self.ping_interval,
            receive_buffer_size=self.receive_buffer_size,
            proxy=self.proxy,
            proxy_headers=self.proxy_headers,
            on_message_listener=self._on_message,
            on_error_listener=self._on_error,
            on_close_listener=self._on_close,
            ssl_context=self.web_client.ssl,
        )
        fresh.connect()
        self.current_session, self.current_session_state = fresh, ConnectionState()  # type: ignore[no-untyped-call]
        if self.closed:  # while this connection was being made: nothing else would end it, and `close` waits for it
            self.current_session_state.terminated = True
            fresh.close()
        old_state.terminated = True
        if old is not None:
            old.close()
        self.auto_reconnect_enabled = self.default_auto_reconnect_enabled
        if not self.current_app_monitor_started:
            self.current_app_monitor_started = True
            self.current_app_monitor.start()
        if fresh.is_active():
            log.info("connected")

    def close(self) -> None:
        self.closed = True
        self.enqueue_message("")  # wakes the thread that waits for messages, which looks at `closed` once a second
        super().close()
        self.disconnect()  # a connection that was just being made when we closed

    def connect_to_new_endpoint(self, force: bool = False) -> None:
        """At each interval at first, then less and less often: Slack counts these calls."""
        if not force and time.monotonic() < self._not_before:
            return
        self._failures = min(self._failures + 1, 10)
        self._not_before = time.monotonic() + min(PING_SECONDS * 2 ** (self._failures - 2), LONGEST_PAUSE_SECONDS)
        super().connect_to_new_endpoint(force)
        if self.is_connected():
            self._failures, self._not_before = 0, 0.0


def client_for(app: App, app_token: str, dispatch: Callable[[BoltRequest], BoltResponse]) -> PromptClient:
    """A client that hands every envelope to `dispatch` and sends back its answer; not connected yet."""
    client = PromptClient(
        app_token=app_token,
        logger=logging.getLogger("slack_sdk.socket_mode"),
        web_client=app.client,
        ping_interval=PING_SECONDS,
        concurrency=DISPATCHERS,
    )

    def take(client: BaseSocketModeClient, request: SocketModeRequest) -> None:
        begun = time.time()
        headers = build_headers(request)
        answer = dispatch(BoltRequest(mode="socket_mode", body=request.payload, headers=headers))
        try:
            send_response(client, request, answer, begun)
        except SlackClientNotConnectedError:
            log.warning("an envelope was taken but the socket is gone; Slack will send it again")

    client.socket_mode_request_listeners.append(take)
    return client
