"""Connections over a real socket: a half-sent head is closed, an idle one is kept for the next request."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from bot.slack import patience
from bot.slack.http_mode import BindAddress, listening, site

REQUEST = b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n"
HALF = b"POST /slack/events HTTP/1.1\r\nHost: a\r\nX-Slow"
SECONDS = 0.3  # for a head, in these tests


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[BindAddress]:
    monkeypatch.setattr(patience, "HEAD_SECONDS", SECONDS)
    with listening(site(ready=lambda: None), BindAddress("127.0.0.1", 0)) as where:
        yield where


def connected(address: BindAddress) -> socket.socket:
    return socket.create_connection(tuple(address), timeout=5)


def answered(connection: socket.socket) -> bool:
    connection.sendall(REQUEST)
    return whole(connection)


def whole(connection: socket.socket) -> bool:
    """Reads an answer to its end."""
    said = b""
    while not said.endswith(b"ok\n") and (part := connection.recv(4096)):
        said += part
    return said.startswith(b"HTTP/1.1 200")


def closed(connection: socket.socket) -> bool:
    """Waits for the end of the connection; fails after the socket's five seconds."""
    try:
        return connection.recv(4096) == b""
    except ConnectionResetError:
        return True


def test_a_half_sent_head_is_closed(address: BindAddress) -> None:
    with connected(address) as connection:
        connection.sendall(HALF)
        assert closed(connection)


def test_so_is_one_that_comes_byte_by_byte(address: BindAddress) -> None:
    with connected(address) as connection:
        for _ in range(100):
            try:
                connection.sendall(b"G" if _ == 0 else b"x")
            except OSError:
                return
            time.sleep(SECONDS / 10)
    pytest.fail("a hundred bytes were taken, ten times as long as a head may take")


def test_so_is_the_second_on_a_connection(address: BindAddress) -> None:
    with connected(address) as connection:
        assert answered(connection)
        connection.sendall(HALF)
        assert closed(connection)


def test_an_idle_connection_is_kept_for_the_next_request(address: BindAddress) -> None:
    with connected(address) as connection:
        assert answered(connection)
        time.sleep(2 * SECONDS)
        assert answered(connection)


def test_a_head_in_two_parts_is_answered(address: BindAddress) -> None:
    with connected(address) as connection:
        connection.sendall(REQUEST[:20])
        time.sleep(SECONDS / 10)
        connection.sendall(REQUEST[20:])
        assert whole(connection)


def test_it_outlives_the_idle_time_of_load_balancers() -> None:
    """60 s is the default of AWS's Application Load Balancer and of nginx towards its upstreams."""
    assert patience.KEEP_ALIVE_SECONDS > 60
